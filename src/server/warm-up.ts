// Calls every list of a server that has just started, as nobody, so that the first real request finds connections made,
// statements prepared and code compiled.
import type { Caller } from '../access/caller.ts'
import { newSecret } from '../access/key-format.ts'
import type { Database } from '../database/database.ts'
import { answerCall, type Backend } from '../kernel/call/call.ts'
import type { Operation, World } from '../kernel/operation/operation.ts'
import type { CallerBook } from '../store/keys/callers.ts'
import { gatePreview } from '../store/keys/gate.ts'
import { hashesOfRecent } from '../store/keys/keys.ts'

/** Has every scope, and a company that there is not: another one each time, as what was counted is remembered. */
const nobody = (operations: readonly Operation[], time: number): Caller => ({
  kind: 'company',
  keyId: '',
  name: '',
  scopes: new Set(operations.flatMap(({ scopes }) => scopes)),
  companies: [{ id: `nobody ${time}`, name: '', nanoid: '', prefix: '', features: [] }],
  agencies: [],
  links: [],
  linkedAgencies: [],
  version: '',
  sees: '',
  allowedIps: [],
  createdAt: '',
  usage: { perMinute: 1, perDay: 1, minuteLeft: 1, minuteFreesIn: 0, usedToday: 0, at: '', resetsAt: '' },
})

const isList = ({ method, path, cacheable }: Operation) =>
  method === 'GET' && cacheable && !path.includes('{')

/** The first answers need no more connections than these. */
const mostTimes = 8

/** The first page of a list, as this caller would be shown it. It is not a request: nothing is counted, told or kept. */
const ask = (operation: Operation, caller: Caller, world: World) =>
  answerCall(
    { secret: undefined, ip: '', find: () => ({ operation, path: {} }), query: () => new Map() },
    { admit: async () => caller, world },
  )

/** As often as there are connections, so that most of them have prepared most of it. What fails now is told to whoever
 * asks for it; a database that does not answer is not asked again. */
export async function warmUp(
  { admit, world }: Pick<Backend, 'admit' | 'world'>,
  operations: readonly Operation[],
  connections: number,
): Promise<void> {
  for (let time = 1; time <= Math.min(connections, mostTimes); time++) {
    const caller = nobody(operations, time)
    // A secret that nobody holds.
    const unknown = admit(newSecret('company'), '').catch(() => {})
    const outcomes = await Promise.all(
      operations.filter(isList).map(operation => ask(operation, caller, world)),
    )
    await unknown
    if (outcomes.every(outcome => 'problem' in outcome)) return
  }
}

const mostRecent = 20

/** Reads who holds the keys that were used last: they are likely to ask first. Nothing is consumed. The lists are read once as
 * the last of each kind has them, so that PostgreSQL has their rows at hand and what shows a row has run. */
export async function meetRecent(
  database: Database,
  callers: CallerBook,
  operations: readonly Operation[],
  world: World,
  until: AbortSignal,
): Promise<void> {
  const hashes = await hashesOfRecent(database, mostRecent).catch(() => [])
  const meet = (hash: Buffer) =>
    gatePreview(database, callers, hash, { whenSpent: true }).admit(undefined, '')
  const met = (await Promise.allSettled(hashes.map(meet))).flatMap(one =>
    one.status === 'fulfilled' ? one.value : [],
  )
  const last = [...Map.groupBy(met, ({ kind }) => kind).values()].map(([first]) => first!)
  // One after the other: whoever asks first must not wait behind all of them.
  const readAs = async (caller: Caller) => {
    for (const operation of operations.filter(isList)) if (!until.aborted) await ask(operation, caller, world)
  }
  await Promise.allSettled(last.map(readAs))
}
