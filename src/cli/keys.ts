// `muster keys`: creates, shows, changes, explains and revokes API keys.
import { scopes } from '../api/scopes.ts'
import { checkedKey } from '../operator/key-rules.ts'
import { presets } from '../operator/key-tasks.ts'
import { keySubject } from '../operator/subjects.ts'
import type { Database } from '../store/engine/database.ts'
import { createKey, listKeys, revokeKey, rotateKey, updateKey } from '../store/keys/keys.ts'
import { usageOf } from '../store/keys/ledger.ts'
import type { Readiness } from '../store/records/evolve.ts'
import { actionOf, CliProblem, type Command, type CommandCall, exit, options, overlapMs } from './command.ts'
import { withDatabase } from './database.ts'
import { explain } from './explain-key.ts'
import { keyChanges, keyNamed, newKey, number } from './key-options.ts'
import { described, keyTable, usageTable } from './key-tables.ts'
import { changing } from './operator.ts'

const details = `create --company ID[,ID] | --agency ID[,ID]  --scopes all|LIST | --for ${Object.keys(presets).join('|')}
    [--name --description --per-minute N --per-day N --allow-ip CIDR,… --expires YYYY-MM-DD]
list                        all keys, with today's use
show KEY                    one key
update KEY                  any option of create; --allow-ip any, --expires never and --description '' remove them
rotate KEY [--overlap 24h]  a new secret at once; the old one works for the overlap
revoke KEY                  ends a key at once, for good
explain KEY METHOD PATH [--ip ADDRESS]
                            what would happen to a request, and by which rule; exit code 4 if it is denied
usage KEY [--days 30]       requests by day, operation and outcome

KEY is an id, a secret, or the hint a list shows. Scopes: ${Object.keys(scopes).join(', ')}.
${Object.entries(presets)
  .map(([name, { purpose }]) => `--for ${name}: ${purpose}.`)
  .join('\n')}`

const keysCommand: Command = {
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
  options: options(
    'company agency scopes for name description per-minute per-day allow-ip expires overlap ip days',
  ),
  async run(call) {
    const action = actionOf(call, 'keys', actions)
    return withDatabase(call, (database, readiness) => action(call, database, readiness))
  },
}

type Action = (call: CommandCall, database: Database, readiness: Readiness) => Promise<number | undefined>

const actions: Record<string, Action> = {
  async create(call, database) {
    const wanted = newKey(call)
    const checked = await checkedKey(database, wanted.kind, wanted)
    const { secret, key } = await changing(database, 'keys create', keySubject, undefined, tx =>
      createKey(tx, { ...wanted, ...checked }),
    )
    call.output.result(
      { secret, ...key },
      () => `${secret}\n\nThis is shown once; only its hash is kept.\n${described(key)}`,
    )
  },
  async list(call, database) {
    const keys = await listKeys(database)
    call.output.result(keys, () =>
      keys.length === 0 ? 'There are no keys yet; ./muster keys create makes one.' : keyTable(keys),
    )
  },
  async show(call, database) {
    const key = await keyNamed(call, database)
    call.output.result(key, () => described(key))
  },
  async update(call, database) {
    const key = await keyNamed(call, database)
    const changes = keyChanges(call, key)
    const checked = await checkedKey(database, key.kind, changes)
    const changed = await changing(database, 'keys update', keySubject, key.id, tx =>
      updateKey(tx, key, { ...changes, ...checked }),
    )
    call.output.result(changed, () => described(changed))
  },
  async rotate(call, database) {
    const overlap = overlapMs(call)
    const before = await keyNamed(call, database)
    if (before.state !== 'active')
      throw new CliProblem(
        `This key is ${before.state}; a new secret would not open anything`,
        exit.notAllowed,
      )
    const { secret, key } = await changing(database, 'keys rotate', keySubject, before.id, tx =>
      rotateKey(tx, before.id, overlap),
    )
    const old = key.oldSecrets.find(({ hint }) => hint === before.hint)
    call.output.result(
      { secret, ...key },
      () =>
        `${secret}\n\nThis is shown once; only its hash is kept. ${before.hint} ${old ? `works until ${old.until}` : 'no longer works'}.\n${described(key)}`,
    )
  },
  async revoke(call, database) {
    const { id } = await keyNamed(call, database)
    const key = await changing(database, 'keys revoke', keySubject, id, tx => revokeKey(tx, id))
    call.output.result(
      key,
      () =>
        `Revoked ${key.hint} "${key.name}"; it stopped at once on every server; an export under way is still sent.`,
    )
  },
  explain,
  async usage(call, database) {
    const days = number(call, 'days') ?? 30
    const key = await keyNamed(call, database)
    const lines = await usageOf(database, key.id, days)
    call.output.result({ id: key.id, usedToday: key.usedToday, perDay: key.perDay, lines }, () =>
      usageTable(key, lines, days),
    )
  },
}

export const commands = { keys: keysCommand }
