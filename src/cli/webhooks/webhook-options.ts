// The options of `muster webhooks`, read and checked.
import type { EndpointChanges } from '../../store/webhooks/endpoints.ts'
import type { EndpointRequest } from '../../webhooks/register.ts'
import { type CommandCall, durationMs, listOption, usageProblem, withoutUndefined } from '../command.ts'

export function newEndpoint(call: CommandCall): EndpointRequest {
  const url = call.argument('URL')
  const [companies, agencies] = [listOption(call, 'company'), listOption(call, 'agency')]
  if ((companies === undefined) === (agencies === undefined))
    throw usageProblem('Give either --company with one id or several, or --agency with one')
  return {
    kind: companies ? 'company' : 'agency',
    owners: (companies ?? agencies)!,
    url,
    types: listOption(call, 'events') ?? ['*'],
    ...withoutUndefined({
      projects: listOption(call, 'projects'),
      daysBefore: daysOption(call),
      description: call.option('description'),
    }),
  }
}

export function endpointChanges(call: CommandCall): EndpointChanges {
  const [description, projects] = [call.option('description'), listOption(call, 'projects')]
  if (call.flag('enable') && call.flag('disable')) throw usageProblem('Give --enable or --disable, not both')
  const changes = withoutUndefined({
    url: call.option('url'),
    types: listOption(call, 'events'),
    projects: projects?.includes('all') ? [] : projects,
    daysBefore: daysOption(call),
    description: description === '' ? null : description,
    state: call.flag('enable') ? 'active' : call.flag('disable') ? 'disabled' : undefined,
  } as const)
  if (Object.keys(changes).length > 0) return changes
  throw usageProblem(
    'Say what to change: --url, --events, --projects, --days-before, --description, --enable or --disable',
  )
}

/** Null where the usual days are asked for. */
function daysOption(call: CommandCall): number[] | null | undefined {
  const days = listOption(call, 'days-before')
  if (days?.join() === 'usual') return null
  const wrong = days?.find(one => !/^\d+$/.test(one))
  if (wrong === undefined) return days?.map(Number)
  throw usageProblem(`--days-before ${wrong}: give numbers of days such as 60,30,7, or usual`)
}

/** A moment, or how long ago. */
export function momentOption(call: CommandCall, option: string): Date {
  const text = call.option(option)!
  const ago = durationMs(text)
  if (ago !== undefined) return new Date(Date.now() - ago)
  const at = /^\d{4}-\d\d-\d\d/.test(text) ? new Date(text) : new Date(Number.NaN)
  if (Number.isNaN(at.getTime()))
    throw usageProblem(`--${option} ${text}: give a moment such as 2026-11-10T09:00:00Z, or 2h`)
  return at
}
