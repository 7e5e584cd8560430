// The operator's HTTP interface: its own prefix and tokens; an API key opens none of it.
import { isWellFormed, kindOfSecret } from '../access/key-format.ts'
import type { Extra } from '../http/server.ts'
import { Problem } from '../kernel/problem.ts'
import type { Database } from '../store/database.ts'
import { isOperatorToken } from '../store/keys.ts'
import type { Measures } from './measures.ts'

export const operatorPrefix = '/operator'

export function operatorSurface({ database, measured }: { database: Database; measured: Measures }): Extra {
  return async (request, { path }) => {
    if (path !== operatorPrefix && !path.startsWith(`${operatorPrefix}/`)) return undefined
    await requireToken(database, request.headers.authorization)
    if (path !== `${operatorPrefix}/metrics`)
      throw new Problem('NOT_FOUND', `There is nothing at ${path.slice(0, 200)}`)
    if (request.method !== 'GET') {
      throw new Problem('METHOD_NOT_ALLOWED', `${request.method} is not allowed here; use GET`, {
        Allow: 'GET',
      })
    }
    return {
      status: 200,
      headers: { 'Content-Type': measured.contentType },
      body: await measured.exposition(),
    }
  }
}

async function requireToken(database: Database, header: string | undefined): Promise<void> {
  const secret = /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1]
  if (!secret)
    throw new Problem('MISSING_API_KEY', 'An operator token is required; ./muster tokens create makes one')
  const known =
    kindOfSecret(secret) === 'operator' && isWellFormed(secret) && (await isOperatorToken(database, secret))
  if (!known) throw new Problem('INVALID_API_KEY', 'This is not a valid operator token')
}
