// Webhooks of an installation: the guard, the keys of secrets and the sender put together.
import type { KeyObject } from 'node:crypto'
import type { RecordType } from '../kernel/resource/record-type.ts'
import { guardOf } from '../outbound/guard.ts'
import { posterOf } from '../outbound/post.ts'
import type { Database } from '../store/engine/database.ts'
import { type Pace, type Sender, startSender } from './sender.ts'

export type WebhookParts = {
  database: Database
  types: readonly RecordType[]
  /** The key that seals what is new, and those that open what is there. */
  keys: { seal: KeyObject; open: readonly KeyObject[] }
  loopback: boolean
  trouble(error: unknown, what: string): void
  pace?: Partial<Pace>
}

/** A database that says nothing any more may have another in its place. */
const answerWithinMs = 10_000

export type Webhooks = ReturnType<typeof openWebhooks>

export function openWebhooks({ database, types, keys, loopback, trouble, pace = {} }: WebhookParts) {
  const guard = guardOf({ loopback })
  const poster = posterOf(guard)
  const parts = { database, types, keys: keys.open, post: poster.post, trouble, pace }
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
