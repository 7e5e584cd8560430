// The options of `muster keys`, read and checked; what is wrong is said with what would be right.
import { plainRange } from '../../access/address.ts'
import type { CallerKind } from '../../access/caller.ts'
import { type ScopeName, scopesFor } from '../../api/scopes.ts'
import { isCalendarDay } from '../../kernel/operation/parameter.ts'
import type { KeyChanges, KeyInfo, NewKey } from '../../store/keys/keys.ts'
import { type CommandCall, usage } from '../command.ts'
import { type Preset, presets } from './presets.ts'

export function newKey(call: CommandCall): NewKey {
  const { kind, owners } = ownerOptions(call) ?? missingOwners()
  const preset = presetFor(call, kind)
  const description = call.option('description')
  const expiresAt = expiry(call)
  return {
    kind,
    owners,
    name: nameOption(call) ?? preset?.name ?? `${kind} key`,
    ...(description !== undefined && { description }),
    scopes: scopeList(call.option('scopes'), kind) ?? preset?.scopes(kind) ?? missingScopes(),
    ...limits(call, preset),
    allowedIps: addresses(call) ?? [],
    ...(expiresAt && { expiresAt }),
  }
}

export function keyChanges(call: CommandCall, key: KeyInfo): KeyChanges {
  const given = ownerOptions(call)
  if (given && given.kind !== key.kind)
    throw usage(`This is a ${key.kind} key and stays one; make another with keys create --${given.kind}`)
  const [name, description, expiresAt] = [nameOption(call), call.option('description'), expiry(call)]
  const [scopes, allowedIps] = [scopeList(call.option('scopes'), key.kind), addresses(call)]
  const changes: KeyChanges = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description: description === '' ? null : description }),
    ...(given && { owners: given.owners }),
    ...(scopes && { scopes }),
    ...limits(call),
    ...(allowedIps && { allowedIps }),
    ...(expiresAt !== undefined && { expiresAt }),
  }
  if (Object.keys(changes).length > 0) return changes
  throw usage('Say what to change: --name, --description, --scopes, --per-minute, --per-day, --allow-ip …')
}

const missingOwners = () => {
  throw usage('Give either --company or --agency, with one id or several')
}
const missingScopes = () => {
  throw usage(
    `Give --scopes all, a list such as read:projects,read:timesheets, or --for ${Object.keys(presets).join('|')}`,
  )
}

function ownerOptions(call: CommandCall): { kind: CallerKind; owners: string[] } | undefined {
  const [company, agency] = [call.option('company'), call.option('agency')]
  if (company === undefined && agency === undefined) return undefined
  if (company !== undefined && agency !== undefined) missingOwners()
  const kind: CallerKind = company !== undefined ? 'company' : 'agency'
  const owners = [...new Set((company ?? agency)!.split(',').filter(Boolean))]
  if (owners.length === 0) throw usage(`Give the id of at least one ${kind}`)
  return { kind, owners }
}

function presetFor(call: CommandCall, kind: CallerKind): Preset | undefined {
  const wanted = call.option('for')
  if (wanted === undefined) return undefined
  const preset = Object.hasOwn(presets, wanted) ? presets[wanted]! : undefined
  if (!preset) throw usage(`--for takes one of ${Object.keys(presets).join(', ')}`)
  if (preset.kind && preset.kind !== kind)
    throw usage(`--for ${wanted} is for ${preset.kind} keys: give --${preset.kind}`)
  return preset
}

function nameOption(call: CommandCall): string | undefined {
  const name = call.option('name')?.trim()
  if (name === '') throw usage('--name may not be empty')
  return name
}

function scopeList(text: string | undefined, kind: CallerKind): string[] | undefined {
  const open = scopesFor(kind)
  if (text === undefined) return undefined
  if (text === 'all') return open
  const asked = [...new Set(text.split(','))]
  const wrong = asked.find(scope => !open.includes(scope as ScopeName))
  if (wrong === undefined) return asked
  throw usage(`"${wrong}" is not a scope of a ${kind} key; there are ${open.join(', ')}`)
}

function limits(call: CommandCall, preset?: Preset): Pick<NewKey, 'perMinute' | 'perDay'> {
  const perMinute = number(call, 'per-minute') ?? preset?.perMinute
  const perDay = number(call, 'per-day') ?? preset?.perDay
  return { ...(perMinute !== undefined && { perMinute }), ...(perDay !== undefined && { perDay }) }
}

export function number(call: CommandCall, option: string): number | undefined {
  const text = call.option(option)
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text) && Number(text) >= 1) return Number(text)
  throw usage(`--${option} takes a whole number of at least 1`)
}

/** `any` takes the allow-list away. */
function addresses(call: CommandCall): string[] | undefined {
  const text = call.option('allow-ip')
  if (text === undefined) return undefined
  if (text === 'any') return []
  const entries = text.split(',').map(entry => entry.trim())
  return [...new Set(entries.map(entry => plainRange(entry) ?? wrongAddress(entry)))]
}

const wrongAddress = (entry: string) => {
  throw usage(
    `--allow-ip: "${entry}" is not an address or a CIDR range such as 203.0.113.0/24 or 2001:db8::/32`,
  )
}

/** The end of a day, or null for `never`. */
function expiry(call: CommandCall): Date | null | undefined {
  const text = call.option('expires')
  if (text === undefined) return undefined
  if (text === 'never') return null
  if (!isCalendarDay(text)) throw usage('--expires takes a date as YYYY-MM-DD, or never')
  const end = new Date(`${text}T23:59:59.999Z`)
  if (end.getTime() > Date.now()) return end
  throw usage(`--expires ${text} is over; keys revoke stops a key at once`)
}

const units: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

export function overlapMs(call: CommandCall): number {
  const text = call.option('overlap') ?? '24h'
  const [, amount, unit] = /^(\d{1,4})([smhd])$/.exec(text) ?? (text === '0' ? ['', '0', 's'] : [])
  if (amount !== undefined) return Number(amount) * units[unit!]!
  throw usage('--overlap takes a time such as 90m, 24h or 7d; 0 ends the old secret at once')
}
