// Asks a server that has just started what it will be asked first, as nobody: then its connections are made, its
// statements prepared and its code compiled. The first page that somebody asks for took 60 ms longer without.
import type { Caller } from './access/caller.ts'
import { newSecret } from './access/key-format.ts'
import { type Backend, call } from './call.ts'
import type { Operation } from './kernel/operation/operation.ts'

/** Has every scope, and a company that there is not. */
const nobody = (operations: readonly Operation[]): Caller => ({
  kind: 'company',
  keyId: '',
  name: '',
  scopes: new Set(operations.flatMap(({ scope }) => (scope ? [scope] : []))),
  companies: [{ id: '', name: '', nanoid: '', prefix: '', features: [] }],
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

/** What fails now is told to whoever asks for it. */
export async function warmUp(
  { admit, world }: Pick<Backend, 'admit' | 'world'>,
  operations: readonly Operation[],
): Promise<void> {
  const caller = nobody(operations)
  const ask = (operation: Operation) =>
    call(
      { secret: undefined, ip: '', find: () => ({ operation, path: {} }), query: () => new Map() },
      { admit: async () => caller, world },
    )
  // A secret that nobody holds.
  await Promise.all([admit(newSecret('company'), '').catch(() => {}), ...operations.filter(isList).map(ask)])
}
