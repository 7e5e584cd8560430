// `muster listen`: prints events as they happen, and forwards them signed to an address. It resumes after a break, from
// a cursor in a file.

import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { asOwner } from '../../access/owners.ts'
import { payloadOf } from '../../api/event.ts'
import { eventNamed } from '../../api/events.ts'
import { badRequest } from '../../errors/problem.ts'
import { AddressRefused, guardOf } from '../../outbound/guard.ts'
import { isSuccess, type Post, posterOf } from '../../outbound/post.ts'
import { ownFolder } from '../../settings/data-folder.ts'
import { outboxChannel } from '../../store/feeds/outbox.ts'
import { eventsAfter, type ListedEvent, lastEvent } from '../../store/feeds/past-events.ts'
import type { Webhooks } from '../../webhooks/open-webhooks.ts'
import { newSigningSecret, signedHeaders, signingKey } from '../../webhooks/sign.ts'
import { type CommandCall, usageProblem } from '../command.ts'
import { requireOwners, withWebhooks } from '../database.ts'
import type { Command } from '../declaration.ts'
import { outcomeText } from './webhook-tables.ts'

export const listenCommand: Command = {
  options: {
    'forward-to': {
      value: 'URL',
      meaning: 'post each event there, signed like a webhook, until it is answered with 2xx',
    },
    secret: { value: 'whsec_…', meaning: 'what it is signed with; one is made and shown unless given' },
    company: { value: 'ID', meaning: 'only what this company hears' },
    agency: { value: 'ID', meaning: 'only what this agency hears' },
    after: {
      value: 'NUMBER',
      meaning: 'begin after the event of this number; start for the oldest that is kept',
    },
    cursor: {
      value: 'FILE',
      writes: 'file',
      meaning: 'where it is kept how far it came; in the data folder unless given',
    },
  },
  notes: 'Begins with what comes next, or where the last listen on this data folder ended. Ctrl-C ends it.',
  examples: [
    './muster listen',
    './muster listen --forward-to http://127.0.0.1:3000/hooks',
    './muster listen --company 65f0… --after start --json',
  ],
  run,
}

const pollMs = 1_000
const retryMs = 2_000

type Forward = { url: URL; secret: string; post: Post }

async function run(call: CommandCall): Promise<undefined> {
  const file = call.option('cursor') ?? join(call.settings.data, 'listen.cursor')
  // An event that was forwarded and could not be noted would be forwarded again.
  if (call.option('cursor') === undefined) await ownFolder(call.settings.data)
  const ending = new AbortController()
  const end = () => ending.abort()
  for (const signal of endings) process.once(signal, end)
  try {
    await listened(call, file, ending.signal)
  } finally {
    for (const signal of endings) process.off(signal, end)
  }
}

const endings = ['SIGINT', 'SIGTERM'] as const

async function listened(call: CommandCall, file: string, signal: AbortSignal): Promise<void> {
  await withWebhooks(call, async webhooks => {
    await requireOwners(webhooks.database, call, ['company', 'agency'])
    const forward = await forwardOf(call)
    let after = await beginning(call, webhooks, file)
    const read = readerOf(call, webhooks)
    const bell = new Bell()
    const listening = webhooks.database.listen(outboxChannel, () => bell.ring())
    try {
      while (!signal.aborted) {
        const events = await read(after)
        for (const event of events) {
          if (!(await tell(call, event, forward, signal))) break
          after = event.seq
          await keep(file, after)
        }
        if (events.length === 0) await bell.heard(pollMs, signal)
      }
    } finally {
      await listening.stop()
    }
    call.output.say(`Ended after event ${after}; the next listen goes on from there.`)
  })
}

/** Goes on by itself where the database was gone for a while, and says both. */
function readerOf(call: CommandCall, { database }: Webhooks): (after: number) => Promise<ListedEvent[]> {
  const owner = ownerOf(call)
  let isGone = false
  return async after => {
    try {
      const events = await eventsAfter(database, after, owner)
      if (isGone) call.output.say('The database answers again.')
      isGone = false
      return events
    } catch (error) {
      if (!isGone)
        call.output.say(`The database does not answer (${(error as Error).message}); trying again.`)
      isGone = true
      return []
    }
  }
}

/** Wakes the loop when an event may have come, at once where that was during its work. */
class Bell {
  private rung = Promise.withResolvers<void>()

  ring(): void {
    this.rung.resolve()
  }

  async heard(longestMs: number, signal: AbortSignal): Promise<void> {
    await Promise.race([this.rung.promise, wait(longestMs, undefined, { signal }).catch(() => {})])
    this.rung = Promise.withResolvers()
  }
}

function ownerOf(call: CommandCall): string | undefined {
  const [company, agency] = [call.option('company'), call.option('agency')]
  if (company !== undefined && agency !== undefined)
    throw usageProblem('Give --company or --agency, not both')
  if (company !== undefined) return asOwner('company', company)
  return agency === undefined ? undefined : asOwner('agency', agency)
}

/** Loopback is allowed: whoever listens has access to this machine already. */
async function forwardOf(call: CommandCall): Promise<Forward | undefined> {
  const given = call.option('forward-to')
  if (given === undefined) return undefined
  const guard = guardOf({ loopback: true })
  const url = await guard.check(given).catch(error => {
    throw error instanceof AddressRefused ? badRequest(error.message) : error
  })
  const secret = call.option('secret') ?? newSigningSecret()
  if (!/^whsec_[A-Za-z0-9+/]{22,}={0,2}$/.test(secret))
    throw usageProblem('--secret is whsec_ and a key of 16 bytes or more in base64')
  if (call.option('secret') === undefined) call.output.say(`Signed with ${secret}`)
  return { url, secret, post: posterOf(guard).post }
}

async function beginning(call: CommandCall, { database }: Webhooks, file: string): Promise<number> {
  const given = call.option('after')
  if (given === 'start') return 0
  if (given !== undefined) {
    if (/^\d{1,15}$/.test(given)) return Number(given)
    throw usageProblem('--after is the number of an event, or start')
  }
  const head = await lastEvent(database)
  const kept = Number(await readFile(file, 'utf8').catch(() => ''))
  const resumes = Number.isSafeInteger(kept) && kept > 0 && kept <= head
  call.output.say(resumes ? `Going on after event ${kept}.` : 'Listening for what comes next.')
  return resumes ? kept : head
}

async function keep(file: string, seq: number): Promise<void> {
  await writeFile(`${file}.new`, `${seq}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}

/** Prints an event and forwards it until it is accepted; false where the command was told to end meanwhile. */
async function tell(
  call: CommandCall,
  event: ListedEvent,
  forward: Forward | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  const payload = payloadOf(eventNamed(event.type)!, event)
  call.output.result({ ...payload, seq: event.seq, owners: event.owners }, () =>
    [event.seq, event.createdAt, event.type, event.objectId, event.owners.join(' ')].join('  '),
  )
  if (!forward) return true
  const body = JSON.stringify(payload)
  for (let attempt = 1; !signal.aborted; attempt++) {
    const headers = signedHeaders(
      { id: event.id, type: event.type, body },
      [signingKey(forward.secret)],
      new Date(),
    )
    const outcome = await forward.post(
      forward.url,
      { ...headers, 'X-Service-Delivery-Attempt': String(attempt) },
      body,
    )
    call.output.say(`  → ${outcomeText(outcome)}`)
    if (isSuccess(outcome)) return true
    await wait(retryMs, undefined, { signal }).catch(() => {})
  }
  return false
}
