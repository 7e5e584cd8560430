// `muster keys`: API keys, made, looked at, changed, explained and ended.
import { recordTypes } from '../api/index.ts'
import { scopes } from '../api/scopes.ts'
import type { Database } from '../store/engine/database.ts'
import { borrowHome, prepare } from '../store/engine/home.ts'
import {
  createKey,
  listKeys,
  type NewKey,
  revokeKey,
  rotateKey,
  unknownOwners,
  updateKey,
} from '../store/keys/keys.ts'
import { usageOf } from '../store/keys/ledger.ts'
import type { Readiness } from '../store/records/evolve.ts'
import { CliProblem, type Command, type CommandCall, exit, usage } from './command.ts'
import { explain } from './keys/explain.ts'
import { keyNamed } from './keys/named.ts'
import { keyChanges, newKey, number, overlapMs } from './keys/options.ts'
import { presets } from './keys/presets.ts'
import { described, keyTable, usageTable } from './keys/shown.ts'

const details = `create --company ID[,ID] | --agency ID[,ID]  --scopes all|LIST | --for ${Object.keys(presets).join('|')}
    [--name --description --per-minute N --per-day N --allow-ip CIDR,… --expires YYYY-MM-DD]
list                        all keys, with today's use
show KEY                    one key
update KEY                  any option of create; --allow-ip any, --expires never and --description '' take away
rotate KEY [--overlap 24h]  a new secret at once; the old one works for the overlap
revoke KEY                  ends a key at once, for good
explain KEY METHOD PATH [--ip ADDRESS]
                            what would become of a request, and by which rule; exit code 4 where it is denied
usage KEY [--days 30]       requests by day, operation and outcome

KEY is an id, a secret, or the hint a list shows. Scopes: ${Object.keys(scopes).join(', ')}.
${Object.entries(presets)
  .map(([name, { purpose }]) => `--for ${name}: ${purpose}.`)
  .join('\n')}`

export const keysCommand: Command = {
  synopsis: 'keys create | list | show | update | rotate | revoke | explain | usage',
  details,
  examples: [
    './muster keys create --company 65f0… --for bi --expires 2027-12-31',
    './muster keys create --agency 65f1… --scopes read:workers,write:workers --per-minute 600',
    './muster keys update wfc_…9fT2 --allow-ip 203.0.113.0/24,2001:db8::/32',
    './muster keys rotate wfc_…9fT2 --overlap 7d',
    './muster keys explain wfc_…9fT2 GET /timesheets --ip 203.0.113.7',
    './muster keys usage wfc_…9fT2',
  ],
  options: Object.fromEntries(
    'company agency scopes for name description per-minute per-day allow-ip expires overlap ip days'
      .split(' ')
      .map(option => [option, { type: 'string' as const }]),
  ),
  run,
}

type Action = (call: CommandCall, database: Database, readiness: Readiness) => Promise<number>

const actions: Record<string, Action> = { create, list, show, update, rotate, revoke, explain, usage: used }

async function run(call: CommandCall): Promise<number> {
  const action = Object.hasOwn(actions, call.arguments[0] ?? '') ? actions[call.arguments[0]!] : undefined
  if (!action) throw usage(`Say what to do: keys ${Object.keys(actions).join(', ')}`)
  const home = await borrowHome(call.settings, line => call.output.say(line))
  try {
    return await action(call, home.database, await prepare(home.database, recordTypes))
  } finally {
    await home.close()
  }
}

async function create(call: CommandCall, database: Database): Promise<number> {
  const wanted = newKey(call)
  await requireOwners(database, wanted.kind, wanted.owners)
  const { secret, key } = await createKey(database, wanted)
  call.output.result(
    { secret, ...key },
    () => `${secret}\n\nThis is shown once; only its hash is kept.\n${described(key)}`,
  )
  return exit.ok
}

async function requireOwners(
  database: Database,
  kind: NewKey['kind'],
  ids: readonly string[],
): Promise<void> {
  const unknown = await unknownOwners(database, kind, ids)
  if (unknown.length > 0)
    throw new CliProblem(`There is no ${kind} ${unknown.join(', ')}; load it first`, exit.notFound)
}

async function list(call: CommandCall, database: Database): Promise<number> {
  const keys = await listKeys(database)
  call.output.result(keys, () =>
    keys.length === 0 ? 'There are no keys yet; ./muster keys create makes one.' : keyTable(keys),
  )
  return exit.ok
}

async function show(call: CommandCall, database: Database): Promise<number> {
  const key = await keyNamed(call, database)
  call.output.result(key, () => described(key))
  return exit.ok
}

async function update(call: CommandCall, database: Database): Promise<number> {
  const key = await keyNamed(call, database)
  const changes = keyChanges(call, key)
  if (changes.owners) await requireOwners(database, key.kind, changes.owners)
  const changed = await updateKey(database, key, changes)
  call.output.result(changed, () => described(changed))
  return exit.ok
}

async function rotate(call: CommandCall, database: Database): Promise<number> {
  const overlap = overlapMs(call)
  const before = await keyNamed(call, database)
  if (before.state !== 'active')
    throw new CliProblem(`This key is ${before.state}; a new secret would not open anything`, exit.notAllowed)
  const { secret, key } = await rotateKey(database, before.id, overlap)
  const old = key.oldSecrets.find(({ hint }) => hint === before.hint)
  call.output.result(
    { secret, ...key },
    () =>
      `${secret}\n\nThis is shown once; only its hash is kept. ${before.hint} ${old ? `works until ${old.until}` : 'no longer works'}.\n${described(key)}`,
  )
  return exit.ok
}

async function revoke(call: CommandCall, database: Database): Promise<number> {
  const key = await revokeKey(database, (await keyNamed(call, database)).id)
  call.output.result(key, () => `Revoked ${key.hint} "${key.name}"; it stopped at once on every server.`)
  return exit.ok
}

async function used(call: CommandCall, database: Database): Promise<number> {
  const days = number(call, 'days') ?? 30
  const key = await keyNamed(call, database)
  const lines = await usageOf(database, key.id, days)
  call.output.result({ id: key.id, usedToday: key.usedToday, perDay: key.perDay, lines }, () =>
    usageTable(key, lines, days),
  )
  return exit.ok
}
