// The options of `muster keys`, and the key that a command names. Scopes, owners and addresses are checked as the
// operator's interface checks them.
import type { CallerKind } from '../../access/caller.ts'
import { scopesFor } from '../../api/scopes.ts'
import type { Database } from '../../database/database.ts'
import { isCalendarDay } from '../../formats/day.ts'
import { type Preset, presets } from '../../keys/key-tasks.ts'
import { type KeyChanges, type KeyInfo, listKeys, type NewKey } from '../../store/keys/keys.ts'
import {
  CliProblem,
  type CommandCall,
  exitCodes,
  listOption,
  usageProblem,
  withoutUndefined,
} from '../command.ts'

/** By id, by secret, or by the hint a list shows. */
export async function keyNamed(call: CommandCall, database: Database): Promise<KeyInfo> {
  const which = call.argument('KEY')
  const [key, ...more] = await listKeys(database, which)
  if (more.length > 0) throw usageProblem('Several keys have this hint; give the id')
  if (key) return key
  throw new CliProblem(
    `There is no key ${which.length > 24 ? `${which.slice(0, 4)}…` : which}`,
    exitCodes.notFound,
  )
}

export function newKey(call: CommandCall): NewKey {
  const { kind, owners } = ownerOptions(call) ?? missingOwners()
  const preset = presetFor(call, kind)
  return {
    kind,
    owners,
    name: nameOption(call) ?? preset?.name ?? `${kind} key`,
    scopes: scopeList(call.option('scopes'), kind) ?? preset?.scopes(kind) ?? missingScopes(),
    allowedIps: addresses(call) ?? [],
    ...withoutUndefined({
      description: call.option('description'),
      perMinute: numberOption(call, 'per-minute') ?? preset?.perMinute,
      perDay: numberOption(call, 'per-day') ?? preset?.perDay,
      expiresAt: expiry(call) ?? undefined,
    }),
  }
}

export function keyChanges(call: CommandCall, key: KeyInfo): KeyChanges {
  const given = ownerOptions(call)
  if (given && given.kind !== key.kind)
    throw usageProblem(
      `This is a ${key.kind} key and stays one; make another with keys create --${given.kind}`,
    )
  const description = call.option('description')
  const changes = withoutUndefined({
    name: nameOption(call),
    description: description === '' ? null : description,
    owners: given?.owners,
    scopes: scopeList(call.option('scopes'), key.kind),
    perMinute: numberOption(call, 'per-minute'),
    perDay: numberOption(call, 'per-day'),
    allowedIps: addresses(call),
    expiresAt: expiry(call),
  })
  if (Object.keys(changes).length > 0) return changes
  throw usageProblem(
    'Say what to change: --name, --description, --scopes, --per-minute, --per-day, --allow-ip …',
  )
}

const missingOwners = () => {
  throw usageProblem('Give either --company or --agency, with one id or several')
}
const missingScopes = () => {
  throw usageProblem(
    `Give --scopes all, a list such as read:projects,read:timesheets, or --for ${Object.keys(presets).join('|')}`,
  )
}

function ownerOptions(call: CommandCall): { kind: CallerKind; owners: string[] } | undefined {
  const [company, agency] = [call.option('company'), call.option('agency')]
  if (company === undefined && agency === undefined) return undefined
  if (company !== undefined && agency !== undefined) missingOwners()
  const kind = company !== undefined ? 'company' : 'agency'
  return { kind, owners: listOption(call, kind)! }
}

function presetFor(call: CommandCall, kind: CallerKind): Preset | undefined {
  const wanted = call.option('for')
  if (wanted === undefined) return undefined
  const preset = Object.hasOwn(presets, wanted) ? presets[wanted]! : undefined
  if (!preset) throw usageProblem(`--for takes one of ${Object.keys(presets).join(', ')}`)
  if (preset.kind && preset.kind !== kind)
    throw usageProblem(`--for ${wanted} is for ${preset.kind} keys: give --${preset.kind}`)
  return preset
}

function nameOption(call: CommandCall): string | undefined {
  const name = call.option('name')?.trim()
  if (name === '') throw usageProblem('--name may not be empty')
  return name
}

const scopeList = (text: string | undefined, kind: CallerKind): string[] | undefined =>
  text === 'all' ? scopesFor(kind) : text?.split(',')

export function numberOption(call: CommandCall, option: string): number | undefined {
  const text = call.option(option)
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text) && Number(text) >= 1) return Number(text)
  throw usageProblem(`--${option} takes a whole number of at least 1`)
}

/** `any` takes the allow-list away. */
function addresses(call: CommandCall): string[] | undefined {
  const text = call.option('allow-ip')
  return text === 'any' ? [] : text?.split(',').map(entry => entry.trim())
}

/** The end of a day, or null for `never`. */
function expiry(call: CommandCall): Date | null | undefined {
  const text = call.option('expires')
  if (text === undefined) return undefined
  if (text === 'never') return null
  if (!isCalendarDay(text)) throw usageProblem('--expires takes a date as YYYY-MM-DD, or never')
  const end = new Date(`${text}T23:59:59.999Z`)
  if (end.getTime() > Date.now()) return end
  throw usageProblem(`--expires ${text} is over; keys revoke stops a key at once`)
}
