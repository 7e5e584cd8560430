// The options of `muster webhooks`, read and checked.
import type { CallerKind } from '../../access/caller.ts'
import type { EndpointChanges } from '../../store/events/endpoints.ts'
import type { Asked } from '../../webhooks/register.ts'
import { type CommandCall, usage } from '../command.ts'

const listOption = (call: CommandCall, name: string): string[] | undefined => {
  const given = call.option(name)
  return given === undefined ? undefined : [...new Set(given.split(',').filter(Boolean))]
}

export function newEndpoint(call: CommandCall): Asked {
  const url = call.arguments[1]
  const [companies, agencies] = [listOption(call, 'company'), listOption(call, 'agency')]
  if (!url || (companies === undefined) === (agencies === undefined))
    throw usage('Give the address, and either --company with one id or several, or --agency with one')
  const kind: CallerKind = companies ? 'company' : 'agency'
  const description = call.option('description')
  const projects = listOption(call, 'projects')
  return {
    kind,
    owners: (companies ?? agencies)!,
    url,
    types: listOption(call, 'events') ?? ['*'],
    ...(projects && { projects }),
    ...(description !== undefined && { description }),
  }
}

export function endpointChanges(call: CommandCall): EndpointChanges {
  const [url, description] = [call.option('url'), call.option('description')]
  const [types, projects] = [listOption(call, 'events'), listOption(call, 'projects')]
  if (call.flag('enable') && call.flag('disable')) throw usage('Give --enable or --disable, not both')
  const state = call.flag('enable') ? 'active' : call.flag('disable') ? 'disabled' : undefined
  const changes: EndpointChanges = {
    ...(url !== undefined && { url }),
    ...(types && { types }),
    ...(projects && { projects: projects.includes('all') ? [] : projects }),
    ...(description !== undefined && { description: description === '' ? null : description }),
    ...(state && { state }),
  }
  if (Object.keys(changes).length > 0) return changes
  throw usage('Say what to change: --url, --events, --projects, --description, --enable or --disable')
}

const unitsMs: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** `24h`, `7d`, `90m`. */
export function duration(text: string, option: string): number {
  const [, number, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  if (number === undefined) throw usage(`--${option} ${text}: give a time such as 90m, 24h or 7d`)
  return Number(number) * unitsMs[unit!]!
}

/** A moment, or how long ago. */
export function moment(call: CommandCall, option: string): Date {
  const text = call.option(option)
  if (text === undefined) throw usage(`Give --${option}, such as 2h or 2026-11-10T09:00:00Z`)
  if (/^\d{1,6}[smhd]$/.test(text)) return new Date(Date.now() - duration(text, option))
  const at = /^\d{4}-\d\d-\d\d/.test(text) ? new Date(text) : new Date(Number.NaN)
  if (Number.isNaN(at.getTime()))
    throw usage(`--${option} ${text}: give a moment such as 2026-11-10T09:00:00Z, or 2h`)
  return at
}
