// What the holder of a key asks about the key: the operations as they are run for a session, over a real database, every
// answer held to its declaration.
import assert from 'node:assert/strict'
import { after } from 'node:test'
import { Compile } from 'typebox/compile'
import { recordTypes } from '../../src/api/index.ts'
import { splitQuery } from '../../src/http/query-string.ts'
import { routesOf } from '../../src/http/routes.ts'
import { readOperatorQuery } from '../../src/operator/operation.ts'
import { type OwnBackend, type OwnOperation, ownOperations } from '../../src/operator/own-operations.ts'
import { Problem } from '../../src/problem.ts'
import { secretsOf } from '../../src/secret.ts'
import { callerBook } from '../../src/store/keys/callers.ts'
import { lookerOf } from '../../src/store/keys/gate.ts'
import { openWebhooks } from '../../src/webhooks/open-webhooks.ts'
import type { OperatorServer } from './operator.ts'
import type { Json } from './server.ts'

export const ownAnswered = new Set<OwnOperation>()

export type AskOwn = (secret: string, method: string, path: string, body?: unknown) => Promise<Json>

export function ownClient({ database, environment }: OperatorServer): AskOwn {
  const secrets = secretsOf([environment.MUSTER_SECRET])
  const webhooks = openWebhooks({
    database,
    types: recordTypes,
    keys: { seal: secrets.secretFor('encryption'), open: secrets.acceptedFor('encryption') },
    loopback: true,
    trouble: () => {},
  })
  after(() => webhooks.close())
  const look = lookerOf(database, callerBook(database, recordTypes))
  const routes = routesOf(ownOperations)
  return async (secret, method, address, body) => {
    const [path = '', search = ''] = address.split('?')
    const caller = await look(secret, '127.0.0.1')
    const backend = { database, types: recordTypes, webhooks, deciding: { secrets }, caller }
    try {
      const { operation, path: values } = routes(method, path)
      const query = readOperatorQuery(operation, splitQuery(search))
      const data = await operation.run({ path: values, query, body }, backend as unknown as OwnBackend)
      const check = Compile(operation.answers)
      assert.deepEqual(check.Check(data) ? [] : check.Errors(data).slice(0, 3), [], `${method} ${address}`)
      ownAnswered.add(operation)
      return { status: operation.status, data }
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem
      return { status: problem.status, error: { code: problem.code, message: problem.message } }
    }
  }
}
