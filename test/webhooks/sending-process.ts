// A process that sends and nothing else, to be killed: the outbox of the database that MUSTER_TEST_OUTBOX names.

import { recordTypes } from '../../src/api/index.ts'
import { openDatabase } from '../../src/database/database.ts'
import { secretsOf } from '../../src/encryption/secret.ts'
import { openWebhooks } from '../../src/webhooks/open-webhooks.ts'

const { connection, leaseMs, secret } = JSON.parse(process.env.MUSTER_TEST_OUTBOX!)
const database = openDatabase({ connection }, { connections: 4, applicationName: 'muster sender' })
const keys = secretsOf([secret])
openWebhooks({
  database,
  types: recordTypes,
  keys: { seal: async () => keys.secretFor('encryption'), open: keys.acceptedFor('encryption') },
  loopback: true,
  trouble: (error, what) => process.stderr.write(`${what}: ${error}\n`),
  pace: { leaseMs },
}).send()
process.stdout.write('sending\n')
