// Endpoints, deliveries and attempts as text.
import { usualExpiringDays } from '../../api/clearances/telling.ts'
import type { PostOutcome } from '../../outbound/post.ts'
import { firstLine } from '../../store/webhooks/deliveries.ts'
import type { WebhookEndpoint } from '../../store/webhooks/endpoints.ts'
import { countTexts } from '../command.ts'

export function endpointText(endpoint: WebhookEndpoint): string {
  return [
    `Endpoint    ${endpoint.id}`,
    `Address     ${endpoint.url}`,
    ...(endpoint.description ? [`About       ${endpoint.description}`] : []),
    `For         ${endpoint.kind} ${endpoint.owners.join(', ')}`,
    `Events      ${endpoint.types.join(', ')}`,
    `Days        ${daysOf(endpoint)}`,
    `Projects    ${endpoint.projects.join(', ') || 'all'}`,
    `State       ${stateOf(endpoint)}`,
    `Deliveries  ${countTexts(endpoint.deliveries).join(', ')}`,
    `Last well   ${endpoint.lastSuccessAt ?? 'never'}`,
    ...(endpoint.oldSecretUntil ? [`Old secret  signs too until ${endpoint.oldSecretUntil}`] : []),
  ].join('\n')
}

const daysOf = ({ daysBefore }: WebhookEndpoint): string =>
  `${(daysBefore ?? usualExpiringDays).join(', ')} before a clearance ends`

function stateOf({ state, disabledBecause, pausedUntil, failingSince }: WebhookEndpoint): string {
  if (state === 'disabled') return `disabled: ${disabledBecause ?? 'no reason given'}`
  if (pausedUntil) return `active, paused until ${pausedUntil}`
  return failingSince ? `active, failing since ${failingSince}` : 'active'
}

export const outcomeText = ({ status, error, durationMs, answer }: PostOutcome) =>
  `${error ?? `answered ${status}`} in ${durationMs} ms${answer ? `: ${firstLine(answer)}` : ''}`
