// Asks a server that has just started what it will be asked first, as nobody: then its connections are made, its
// statements prepared and its code compiled. The first page that somebody asks for took 60 ms longer without.
import type { Caller } from './access/caller.ts'
import { newSecret } from './access/key-format.ts'
import { type Backend, call } from './call.ts'
import type { Operation } from './kernel/operation/operation.ts'
import type { Database } from './store/engine/database.ts'
import type { CallerBook } from './store/keys/callers.ts'
import { peepholeOf } from './store/keys/gate.ts'
import { hashesOfRecent } from './store/keys/keys.ts'

/** Has every scope, and a company that there is not: another one each time, as what was counted is remembered. */
const nobody = (operations: readonly Operation[], time: number): Caller => ({
  kind: 'company',
  keyId: '',
  name: '',
  scopes: new Set(operations.flatMap(({ scope }) => (scope ? [scope] : []))),
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

const isList = ({ method, path, keeping }: Operation) => method === 'GET' && keeping && !path.includes('{')

/** The first answers need no more connections than these. */
const mostTimes = 8

/** As often as there are connections, so that most of them have prepared most of it. What fails now is told to whoever
 * asks for it; a database that does not answer is not asked again. */
export async function warmUp(
  { admit, world }: Pick<Backend, 'admit' | 'world'>,
  operations: readonly Operation[],
  connections: number,
): Promise<void> {
  const ask = (operation: Operation, caller: Caller) =>
    call(
      { secret: undefined, ip: '', find: () => ({ operation, path: {} }), query: () => new Map() },
      { admit: async () => caller, world },
    )
  for (let time = 1; time <= Math.min(connections, mostTimes); time++) {
    const caller = nobody(operations, time)
    // A secret that nobody holds.
    const unknown = admit(newSecret('company'), '').catch(() => {})
    const outcomes = await Promise.all(operations.filter(isList).map(operation => ask(operation, caller)))
    await unknown
    if (outcomes.every(outcome => 'problem' in outcome)) return
  }
}

const mostRecent = 20

/** Reads who holds the keys that were used last: they are likely to ask first. Nothing is consumed. */
export async function meetRecent(database: Database, callers: CallerBook): Promise<void> {
  const hashes = await hashesOfRecent(database, mostRecent).catch(() => [])
  const meet = (hash: Buffer) => peepholeOf(database, callers, hash, { whenSpent: true }).admit(undefined, '')
  await Promise.allSettled(hashes.map(meet))
}
