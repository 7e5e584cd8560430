// Webhooks of an installation: the guard, the keys of secrets and the sender put together.
import type { KeyObject } from 'node:crypto'
import type { Database, Statements } from '../database/database.ts'
import { guardOf } from '../outbound/guard.ts'
import { posterOf } from '../outbound/post.ts'
import type { RecordType } from '../record-types/record-type.ts'
import { type Sender, type SenderParts, type SenderTimings, startSender } from './sender.ts'

type WebhookParts = {
  database: Database
  types: readonly RecordType[]
  /** The key that seals what a transaction stores, and those that open what is there. */
  keys: { seal(tx: Statements): Promise<KeyObject>; open: readonly KeyObject[] }
  loopback: boolean
  trouble(error: unknown, what: string): void
  ended?: SenderParts['ended']
  pace?: Partial<SenderTimings>
}

/** A database that says nothing any more may have another in its place. */
const answerWithinMs = 10_000

export type Webhooks = ReturnType<typeof openWebhooks>

export function openWebhooks(given: WebhookParts) {
  const { database, types, keys, loopback, trouble, ended, pace = {} } = given
  const guard = guardOf({ loopback })
  const poster = posterOf(guard)
  const parts = {
    database,
    types,
    keys: keys.open,
    post: poster.post,
    trouble,
    pace,
    ...(ended && { ended }),
  }
  return {
    ...parts,
    keys,
    guard,
    /** Begins to send what is due. */
    send(): Sender {
      const sender = startSender({ ...parts, database: database.answering(answerWithinMs) })
      return {
        async stop(patienceMs) {
          await sender.stop(patienceMs)
          poster.close()
        },
      }
    },
    close: () => poster.close(),
  }
}
