// What tests of deliveries share: endpoints with known secrets, a sender over a test database, events to order.

import assert from 'node:assert/strict'
import { after } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { recordTypes } from '../../src/api/index.ts'
import type { Database } from '../../src/database/database.ts'
import { sql } from '../../src/database/sql.ts'
import { secretsOf } from '../../src/encryption/secret.ts'
import { newId } from '../../src/formats/id.ts'
import { guardOf } from '../../src/outbound/guard.ts'
import { type PostLimits, posterOf, usualLimits } from '../../src/outbound/post.ts'
import type { NewEvent } from '../../src/store/feeds/outbox.ts'
import { publishWrite } from '../../src/store/feeds/publish.ts'
import { createEndpoint, type NewEndpoint, type WebhookEndpoint } from '../../src/store/webhooks/endpoints.ts'
import { sealSecret } from '../../src/webhooks/sealed.ts'
import { type Sender, type SenderTimings, startSender } from '../../src/webhooks/sender.ts'
import { newSigningSecret } from '../../src/webhooks/sign.ts'

export const testSecret = 'the master secret of all the tests'
export const keys = secretsOf([testSecret])

export async function endpointAt(
  database: Database,
  url: string,
  more: Partial<NewEndpoint> = {},
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  const secret = newSigningSecret()
  const id = newId()
  const endpoint = await createEndpoint(
    database,
    { id, kind: 'company', owners: ['c1'], url, types: ['*'], projects: [], ...more },
    sealSecret(keys.secretFor('encryption'), id, secret),
    [],
  )
  return { endpoint, secret }
}

export function senderOver(
  database: Database,
  pace: Partial<SenderTimings> = {},
  limits: Partial<PostLimits> = {},
): Sender & { troubles: unknown[] } {
  const troubles: unknown[] = []
  const poster = posterOf(guardOf({ loopback: true }), { ...usualLimits, ...limits })
  const sender = startSender({
    database,
    types: recordTypes,
    keys: keys.acceptedFor('encryption'),
    post: poster.post,
    trouble: error => troubles.push(error),
    pace,
  })
  const stop = async (patienceMs = 1_000) => {
    await sender.stop(patienceMs)
    poster.close()
  }
  after(() => stop())
  return { stop, troubles }
}

/** Events about one record, as a write would tell them. */
export async function tell(database: Database, count: number, event: Partial<NewEvent> = {}): Promise<void> {
  const whole = {
    type: 'timesheet_approval_requested',
    object: 'timesheet',
    objectId: 't1',
    owners: ['c:c1'],
    projects: ['p1'],
    ...event,
  }
  const events = Array.from({ length: count }, () => whole)
  await database.transaction(tx => publishWrite(tx, { changes: [], touched: ['c:c1'], events }))
}

export type State = { state: string; attempts: number; number: number }

export const statesOf = (database: Database, endpointId: string) =>
  database.rows<State>(sql`
    select state, attempts, count(*)::int as number from delivery
    where endpoint_id = ${endpointId} group by state, attempts order by state, attempts`)

/** Waits until the deliveries of an endpoint stand like this. */
export async function statesReached(
  database: Database,
  endpointId: string,
  expected: State[],
): Promise<void> {
  const deadline = Date.now() + 10_000
  for (;;) {
    const found = await statesOf(database, endpointId)
    if (JSON.stringify(found) === JSON.stringify(expected)) return
    if (Date.now() > deadline) assert.deepEqual(found, expected)
    await wait(20)
  }
}

/** How many deliveries wait that are due: none of them is taken, as that puts the next attempt off at once. */
export const dueOf = (database: Database, endpointId: string) =>
  database.value<number>(sql`
    select count(*)::int from delivery
    where endpoint_id = ${endpointId} and state = 'waiting' and next_at <= statement_timestamp()`)

/** Brings the next attempt of whatever waits to now. */
export const hurry = (database: Database) =>
  database.rows(sql`update delivery set next_at = now() where state = 'waiting'`)
