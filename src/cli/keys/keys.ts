// `muster keys`: creates, shows, changes, explains and revokes API keys.
import { scopes } from '../../api/scopes.ts'
import type { Database } from '../../database/database.ts'
import { checkedKey, refuseSignIn } from '../../keys/key-rules.ts'
import { presets } from '../../keys/key-tasks.ts'
import { keySubject } from '../../operator/audit.ts'
import { createKey, keys, revokeKey, rotateKey, updateKey } from '../../store/keys/keys.ts'
import { usage } from '../../store/keys/ledger.ts'
import { CliProblem, type CommandCall, exitCodes, listTable, overlapMs, overlapOption } from '../command.ts'
import { onDatabase } from '../database.ts'
import type { Arguments, Command, Options } from '../declaration.ts'
import { changeAsSystem } from '../operator.ts'
import { runExplainKey } from './explain-key.ts'
import { keyChanges, keyNamed, newKey, numberOption } from './key-options.ts'
import { describeKey, usageTable } from './key-tables.ts'

const key: Arguments = { KEY: { meaning: 'an id, a secret, or the hint that a list shows' } }

const common: Options = {
  company: { value: 'ID,…', meaning: 'the companies it is for; either this or --agency' },
  agency: { value: 'ID,…', meaning: 'the agencies it is for' },
  scopes: { value: 'LIST', meaning: 'scopes with commas, or all' },
  name: { value: 'NAME', meaning: 'what it is called' },
  description: { value: 'TEXT', mayBeEmpty: true, meaning: "what it is for; '' takes it away" },
  'per-minute': { value: 'N', meaning: 'requests a minute' },
  'per-day': { value: 'N', meaning: 'requests a day' },
  'allow-ip': { value: 'CIDR,…', meaning: 'the addresses it may be used from; any allows all' },
  expires: { value: 'YYYY-MM-DD', meaning: 'the last day it works; never for no end' },
}

const notes = `Scopes: ${Object.keys(scopes).join(', ')}.
${Object.entries(presets)
  .map(([name, { purpose }]) => `--for ${name}: ${purpose}.`)
  .join('\n')}`

async function create(call: CommandCall, database: Database): Promise<undefined> {
  const wanted = newKey(call)
  const checked = await checkedKey(database, wanted.kind, wanted)
  const { secret, key } = await changeAsSystem(database, 'keys create', keySubject, undefined, tx =>
    createKey(tx, { ...wanted, ...checked }),
  )
  call.output.result(
    { secret, ...key },
    () => `${secret}\n\nThis is shown once; only its hash is kept.\n${describeKey(key)}`,
  )
}

async function listAll(call: CommandCall, database: Database): Promise<undefined> {
  const found = await keys.rows(database)
  call.output.result(found, () =>
    found.length === 0 ? 'There are no keys yet; ./muster keys create makes one.' : listTable(keys, found),
  )
}

async function show(call: CommandCall, database: Database): Promise<undefined> {
  const key = await keyNamed(call, database)
  call.output.result(key, () => describeKey(key))
}

async function update(call: CommandCall, database: Database): Promise<undefined> {
  const key = await keyNamed(call, database)
  refuseSignIn(key)
  const changes = keyChanges(call, key)
  const checked = await checkedKey(database, key.kind, changes)
  const changed = await changeAsSystem(database, 'keys update', keySubject, key.id, tx =>
    updateKey(tx, key, { ...changes, ...checked }),
  )
  call.output.result(changed, () => describeKey(changed))
}

async function rotate(call: CommandCall, database: Database): Promise<undefined> {
  const overlap = overlapMs(call)
  const before = await keyNamed(call, database)
  refuseSignIn(before)
  if (before.state !== 'active')
    throw new CliProblem(
      `This key is ${before.state}; a new secret would not open anything`,
      exitCodes.notAllowed,
    )
  const { secret, key } = await changeAsSystem(database, 'keys rotate', keySubject, before.id, tx =>
    rotateKey(tx, before.id, overlap),
  )
  const old = key.oldSecrets.find(({ hint }) => hint === before.hint)
  call.output.result(
    { secret, ...key },
    () =>
      `${secret}\n\nThis is shown once; only its hash is kept. ${before.hint} ${old ? `works until ${old.until}` : 'no longer works'}.\n${describeKey(key)}`,
  )
}

async function revoke(call: CommandCall, database: Database): Promise<undefined> {
  const { id } = await keyNamed(call, database)
  const key = await changeAsSystem(database, 'keys revoke', keySubject, id, tx => revokeKey(tx, id))
  call.output.result(
    key,
    () =>
      `Revoked ${key.hint} "${key.name}"; it stopped at once on every server, and sign-ins with it; an export under way is still sent.`,
  )
}

async function showUsage(call: CommandCall, database: Database): Promise<undefined> {
  const days = numberOption(call, 'days') ?? 30
  const key = await keyNamed(call, database)
  const lines = await usage.rows(database, { key: key.id, days })
  call.output.result({ id: key.id, usedToday: key.usedToday, perDay: key.perDay, lines }, () =>
    usageTable(key, lines, days),
  )
}

export const keysCommand: Command = {
  subcommands: {
    create: {
      summary: 'make a key; its secret is shown once',
      options: {
        ...common,
        for: {
          value: Object.keys(presets).join('|'),
          meaning: 'what it is for, instead of --scopes and limits',
        },
      },
      notes,
      examples: [
        './muster keys create --company 65f0… --for bi --expires 2027-12-31',
        './muster keys create --agency 65f1… --scopes read:workers,write:workers --per-minute 600',
      ],
      run: onDatabase(create),
    },
    list: { summary: "all keys and the sign-ins with them, with today's use", run: onDatabase(listAll) },
    show: { summary: 'one key', arguments: key, run: onDatabase(show) },
    update: {
      summary: 'change what is given of a key',
      arguments: key,
      options: common,
      examples: ['./muster keys update wfc_…9fT2 --allow-ip 203.0.113.0/24,2001:db8::/32'],
      run: onDatabase(update),
    },
    rotate: {
      summary:
        'a new secret at once; the old one works for the overlap, and sign-ins with the key end with it',
      arguments: key,
      options: { overlap: overlapOption },
      examples: ['./muster keys rotate wfc_…9fT2 --overlap 7d'],
      run: onDatabase(rotate),
    },
    revoke: {
      summary: 'end a key or a sign-in at once, for good; sign-ins with a key end with it',
      arguments: key,
      run: onDatabase(revoke),
    },
    explain: {
      summary: 'what would happen to a request, and by which rule; exit code 4 if it is denied',
      arguments: {
        ...key,
        METHOD: { meaning: 'such as GET' },
        PATH: { meaning: 'of the API, with its query' },
      },
      options: {
        ip: {
          value: 'ADDRESS',
          meaning: 'where the request comes from; unless given, addresses are not looked at',
        },
      },
      examples: ['./muster keys explain wfc_…9fT2 GET /timesheets --ip 203.0.113.7'],
      run: onDatabase(runExplainKey),
    },
    usage: {
      summary: 'requests by day, operation and outcome',
      arguments: key,
      options: { days: { value: 'N', meaning: 'of the last N days; 30 unless given' } },
      run: onDatabase(showUsage),
    },
  },
  notes: `KEY is ${key.KEY!.meaning}.`,
  examples: [
    './muster keys create --company 65f0… --for bi --expires 2027-12-31',
    './muster keys rotate wfc_…9fT2 --overlap 7d',
    './muster keys usage wfc_…9fT2',
  ],
}
