// Endpoints, deliveries and attempts as text.
import type { PostOutcome } from '../../outbound/post.ts'
import type { AttemptInfo, Delivery } from '../../store/webhooks/deliveries.ts'
import type { Endpoint } from '../../store/webhooks/endpoints.ts'
import { count, counts, table } from '../command.ts'

export function describedEndpoint(endpoint: Endpoint): string {
  return [
    `Endpoint    ${endpoint.id}`,
    `Address     ${endpoint.url}`,
    ...(endpoint.description ? [`About       ${endpoint.description}`] : []),
    `For         ${endpoint.kind} ${endpoint.owners.join(', ')}`,
    `Events      ${endpoint.types.join(', ')}`,
    `Projects    ${endpoint.projects.join(', ') || 'all'}`,
    `State       ${stateOf(endpoint)}`,
    `Deliveries  ${counts(endpoint.deliveries).join(', ')}`,
    `Last well   ${endpoint.lastSuccessAt ?? 'never'}`,
    ...(endpoint.oldSecretUntil ? [`Old secret  signs too until ${endpoint.oldSecretUntil}`] : []),
  ].join('\n')
}

function stateOf({ state, disabledBecause, pausedUntil, failingSince }: Endpoint): string {
  if (state === 'disabled') return `disabled: ${disabledBecause ?? 'no reason given'}`
  if (pausedUntil) return `active, paused until ${pausedUntil}`
  return failingSince ? `active, failing since ${failingSince}` : 'active'
}

export const endpointTable = (endpoints: readonly Endpoint[]) =>
  table(
    ['Id', 'For', 'Address', 'Events', 'State', 'Waiting', 'Given up'],
    endpoints.map(endpoint => [
      endpoint.id,
      `${endpoint.kind} ${endpoint.owners.join(',')}`,
      endpoint.url,
      endpoint.types.length > 2 ? `${endpoint.types.length} types` : endpoint.types.join(','),
      endpoint.state === 'active' && endpoint.pausedUntil ? 'paused' : endpoint.state,
      count(endpoint.deliveries.waiting),
      count(endpoint.deliveries.exhausted),
    ]),
  )

export const deliveryTable = (deliveries: readonly Delivery[]) =>
  table(
    ['Delivery', 'Event', 'Type', 'About', 'State', 'Tries', 'Last', 'Next'],
    deliveries.map(each => [
      each.id,
      each.eventId,
      each.type,
      each.objectId,
      each.state,
      String(each.attempts),
      each.lastError ?? (each.lastStatus === null ? '' : String(each.lastStatus)),
      each.nextAt ?? '',
    ]),
  )

export const attemptTable = (attempts: readonly AttemptInfo[]) =>
  table(
    ['Try', 'At', 'Status', 'ms', 'Answer'],
    attempts.map(each => [
      String(each.attempt),
      each.at,
      each.error ?? String(each.status ?? ''),
      String(each.durationMs),
      firstLine(each.answer),
    ]),
  )

/** What came back may hold anything: one line of it, without control characters. */
const firstLine = (answer: string | null | undefined) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a receiver must not steer a terminal
  (answer ?? '').replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').slice(0, 120)

export const describedOutcome = ({ status, error, durationMs, answer }: PostOutcome) =>
  `${error ?? `answered ${status}`} in ${durationMs} ms${answer ? `: ${firstLine(answer)}` : ''}`
