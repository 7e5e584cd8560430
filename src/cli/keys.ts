// `muster keys`: API keys, made and looked at.
import ipaddr from 'ipaddr.js'
import { recordTypes } from '../api/index.ts'
import { type ScopeName, scopes, scopesFor } from '../api/scopes.ts'
import type { CallerKind } from '../kernel/caller.ts'
import { isCalendarDay } from '../kernel/parameter.ts'
import type { Database } from '../store/database.ts'
import { borrowHome, prepare } from '../store/home.ts'
import { createKey, type KeyInfo, listKeys, type NewKey, unknownOwners } from '../store/keys.ts'
import { CliProblem, type Command, type CommandCall, count, exit, table, usage } from './command.ts'

export const keysCommand: Command = {
  name: 'keys',
  summary: 'Make API keys and look at them',
  synopsis: 'keys create --company ID[,ID] | --agency ID[,ID] --scopes all|LIST [options] | list | show KEY',
  details: `Options of create: --name, --description, --per-minute N, --per-day N, --allow-ip CIDR,…, --expires YYYY-MM-DD.\nKEY is an id, a secret, or the hint a list shows. Scopes: ${Object.keys(scopes).join(', ')}.`,
  examples: [
    './muster keys create --company 65f0… --scopes all --name "BI read"',
    './muster keys create --agency 65f1… --scopes read:workers,write:workers --per-minute 600',
    './muster keys list',
    './muster keys show wfc_…9fT2',
  ],
  options: {
    company: { type: 'string' },
    agency: { type: 'string' },
    scopes: { type: 'string' },
    name: { type: 'string' },
    description: { type: 'string' },
    'per-minute': { type: 'string' },
    'per-day': { type: 'string' },
    'allow-ip': { type: 'string' },
    expires: { type: 'string' },
  },
  run,
}

const actions: Record<string, (call: CommandCall, database: Database) => Promise<number>> = {
  create,
  list,
  show,
}

async function run(call: CommandCall): Promise<number> {
  const action = actions[call.arguments[0] ?? '']
  if (!action) throw usage('Say what to do: keys create, keys list or keys show KEY')
  const home = await borrowHome(call.settings, line => call.output.say(line))
  try {
    await prepare(home.database, recordTypes)
    return await action(call, home.database)
  } finally {
    await home.close()
  }
}

async function create(call: CommandCall, database: Database): Promise<number> {
  const wanted = newKey(call)
  const unknown = await unknownOwners(database, wanted.kind, wanted.owners)
  if (unknown.length > 0)
    throw new CliProblem(`There is no ${wanted.kind} ${unknown.join(', ')}; load it first`, exit.notFound)
  const { secret, key } = await createKey(database, wanted)
  call.output.result(
    { secret, ...key },
    () => `${secret}\n\nThis is shown once; only its hash is kept.\n${described(key)}`,
  )
  return exit.ok
}

async function list(call: CommandCall, database: Database): Promise<number> {
  const keys = await listKeys(database)
  const rows = keys.map(key => [
    key.hint,
    key.id,
    key.kind,
    key.name,
    key.state,
    `${key.scopes.length} scopes`,
    key.lastUsedAt ?? 'never used',
  ])
  call.output.result(keys, () =>
    keys.length === 0
      ? 'There are no keys yet; ./muster keys create makes one.'
      : table(['Key', 'Id', 'Kind', 'Name', 'State', 'Scopes', 'Last use'], rows),
  )
  return exit.ok
}

async function show(call: CommandCall, database: Database): Promise<number> {
  const which = call.arguments[1]
  if (!which) throw usage('Say which key: its id, its secret or its hint')
  const [key, ...more] = await listKeys(database, which)
  if (!key)
    throw new CliProblem(
      `There is no key ${which.length > 12 ? `${which.slice(0, 4)}…` : which}`,
      exit.notFound,
    )
  if (more.length > 0) throw usage('Several keys have this hint; give the id')
  call.output.result(key, () => described(key))
  return exit.ok
}

const described = (key: KeyInfo) =>
  [
    `Key       ${key.hint}  (id ${key.id})`,
    `Name      ${key.name}${key.description ? `: ${key.description}` : ''}`,
    `For       ${key.kind} ${key.owners.join(', ')}`,
    `State     ${key.state}${key.expiresAt ? `, expires ${key.expiresAt}` : ''}`,
    `Scopes    ${key.scopes.join(', ')}`,
    `Limits    ${count(key.perMinute)} requests a minute, ${count(key.perDay)} a day`,
    `From      ${key.allowedIps.length > 0 ? key.allowedIps.join(', ') : 'any address'}`,
    `Last use  ${key.lastUsedAt ?? 'never'}`,
  ].join('\n')

function newKey(call: CommandCall): NewKey {
  const [company, agency] = [call.option('company'), call.option('agency')]
  if ((company === undefined) === (agency === undefined))
    throw usage('Give either --company or --agency, with one id or several')
  const kind: CallerKind = company !== undefined ? 'company' : 'agency'
  const owners = [...new Set((company ?? agency)!.split(',').filter(Boolean))]
  if (owners.length === 0) throw usage(`Give the id of at least one ${kind}`)
  const [perMinute, perDay, expires] = [
    number(call, 'per-minute'),
    number(call, 'per-day'),
    call.option('expires'),
  ]
  if (expires !== undefined && !isCalendarDay(expires)) throw usage('--expires takes a date as YYYY-MM-DD')
  const description = call.option('description')
  return {
    kind,
    owners,
    name: call.option('name') ?? `${kind} key`,
    ...(description !== undefined && { description }),
    scopes: scopeList(call.option('scopes'), kind),
    ...(perMinute !== undefined && { perMinute }),
    ...(perDay !== undefined && { perDay }),
    allowedIps: addresses(call.option('allow-ip')),
    ...(expires !== undefined && { expiresAt: new Date(`${expires}T23:59:59.999Z`) }),
  }
}

function scopeList(text: string | undefined, kind: CallerKind): string[] {
  const open = scopesFor(kind)
  if (text === undefined) throw usage('Give --scopes all, or a list such as read:projects,read:timesheets')
  if (text === 'all') return open
  const asked = [...new Set(text.split(','))]
  const wrong = asked.find(scope => !open.includes(scope as ScopeName))
  if (wrong !== undefined)
    throw usage(`"${wrong}" is not a scope of a ${kind} key; there are ${open.join(', ')}`)
  return asked
}

function number(call: CommandCall, option: string): number | undefined {
  const text = call.option(option)
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text) && Number(text) >= 1) return Number(text)
  throw usage(`--${option} takes a whole number of at least 1`)
}

function addresses(text: string | undefined): string[] {
  const entries = (text ?? '').split(',').filter(Boolean)
  const wrong = entries.find(entry => !ipaddr.isValidCIDR(entry) && !ipaddr.isValid(entry))
  if (wrong !== undefined) throw usage(`--allow-ip: "${wrong}" is not an address or a CIDR range`)
  return entries
}
