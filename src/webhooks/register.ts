// What an operator does with endpoints, for the command line and the operator's interface alike: every refusal says
// what would be right.
import type { CallerKind, Principal } from '../access/caller.ts'
import { ownersOf } from '../access/owners.ts'
import { eventNamed, events, narrowedBy } from '../api/events.ts'
import { databaseWithin } from '../database/database.ts'
import { orNearestOrAll } from '../errors/nearest.ts'
import { badRequest, Problem } from '../errors/problem.ts'
import { dayMs } from '../formats/day.ts'
import { newId } from '../formats/id.ts'
import { AddressRefused } from '../outbound/guard.ts'
import type { PostOutcome } from '../outbound/post.ts'
import { publishTo } from '../store/feeds/publish.ts'
import { unknownOwners } from '../store/keys/keys.ts'
import { latestVisibleTo, meetsCondition, visibleTo } from '../store/keys/visible-to.ts'
import { claimDelivery } from '../store/webhooks/claims.ts'
import {
  createEndpoint,
  type EndpointChanges,
  endpoints,
  type NewEndpoint,
  rotateEndpoint,
  sealedSecrets,
  updateEndpoint,
  type WebhookEndpoint,
} from '../store/webhooks/endpoints.ts'
import { attemptAt, recordAttempts } from './attempt.ts'
import type { Webhooks } from './open-webhooks.ts'
import { doesNotOpen, sealSecret, unsealSecret } from './sealed.ts'
import { usualPace } from './sender.ts'
import { newSigningSecret, signedHeaders, signingKey } from './sign.ts'

export type EndpointRequest = Omit<NewEndpoint, 'id' | 'projects'> & { projects?: readonly string[] }
export type WithSecret = { secret: string; endpoint: WebhookEndpoint }

export const defaultOverlapMs = 24 * 3_600_000
const longestOverlapMs = 30 * dayMs

export async function addEndpoint(webhooks: Webhooks, asked: EndpointRequest): Promise<WithSecret> {
  const { kind } = asked
  const owners = [...new Set(asked.owners)]
  if (owners.length === 0 || (kind === 'agency' && owners.length > 1))
    throw badRequest('An endpoint belongs to one company or several, or to one agency')
  const unknown = await unknownOwners(webhooks.database, kind, owners)
  if (unknown.length > 0) throw new Problem('NOT_FOUND', `There is no ${kind} ${unknown.join(', ')}`)
  const checked = await checkedChanges(webhooks, { kind, owners }, asked)
  const id = newId()
  const secret = newSigningSecret()
  const whole = { ...asked, projects: [], ...checked, owners, id }
  const { database, keys } = webhooks
  const endpoint = await database.transaction(async tx =>
    createEndpoint(
      databaseWithin(database, tx),
      whole,
      sealSecret(await keys.seal(tx), id, secret),
      usualDays,
    ),
  )
  return { secret, endpoint }
}

export async function changeEndpoint(
  webhooks: Webhooks,
  id: string,
  changes: EndpointChanges,
): Promise<WebhookEndpoint> {
  const checked = await checkedChanges(webhooks, await endpointNamed(webhooks, id), changes)
  return (await updateEndpoint(webhooks.database, id, { ...changes, ...checked }, usualDays))!
}

type EndpointOwners = Pick<WebhookEndpoint, 'kind' | 'owners'>
type CheckedEndpoint = Pick<NewEndpoint, 'url' | 'types' | 'projects' | 'daysBefore'>

async function checkedChanges(
  webhooks: Webhooks,
  owned: EndpointOwners,
  { url, types, projects, daysBefore }: Partial<CheckedEndpoint>,
): Promise<Partial<CheckedEndpoint>> {
  const { guard } = webhooks
  if (types) requireTypes(owned.kind, types)
  if (daysBefore) requireDays(daysBefore)
  if (projects) {
    const visible = await seenBy(webhooks, owned, narrowedBy.type, projects)
    const unknown = projects.filter(project => !visible.has(project))
    if (unknown.length > 0)
      throw new Problem(
        'NOT_FOUND',
        `There is no project ${unknown.join(', ')} that the owner of this endpoint may see`,
      )
  }
  return {
    ...(projects && { projects: [...new Set(projects)] }),
    ...(types && { types: [...new Set(types)] }),
    ...(url !== undefined && { url: (await allowed(guard, url)).href }),
  }
}

/** Of these records, those that a key of the endpoint's owners with these scopes could fetch. */
const seenBy = (
  { database, types }: Webhooks,
  { kind, owners }: EndpointOwners,
  type: string,
  ids: readonly string[],
  scopes: Principal['scopes'] = 'all',
) => visibleTo(database, types, { kind, owners: ownersOf(kind, owners), scopes }, type, ids)

const allowed = (guard: Webhooks['guard'], url: string) =>
  guard.check(url).catch(error => {
    throw error instanceof AddressRefused ? badRequest(error.message) : error
  })

function requireTypes(kind: CallerKind, types: readonly string[]): void {
  if (types.length === 0) throw badRequest('Say which events, or * for all')
  for (const type of types.filter(each => each !== '*')) {
    const event = eventNamed(type)
    if (!event) {
      const close = orNearestOrAll(
        type,
        events.map(each => each.name),
      )
      throw badRequest(`There is no event "${type.slice(0, 80)}"${close}`)
    }
    if (!event.hears.includes(kind))
      throw badRequest(`${type} is for companies; this endpoint is an agency's`)
  }
}

/** Days that events of ends are told on to all who listen. */
const usualDays = events.flatMap(event => event.usualDays ?? [])

const mostDays = 10
const farthestDay = 365

function requireDays(days: readonly number[]): void {
  const like = 'such as 60, 30, 7'
  if (days.length === 0) throw badRequest(`Say how many days before an end it is told, ${like}`)
  if (days.length > mostDays)
    throw badRequest(`Ask for at most ${mostDays} days, ${like}; these are ${days.length}`)
  const wrong = days.find(one => !Number.isInteger(one) || one < 1 || one > farthestDay)
  if (wrong !== undefined)
    throw badRequest(`${wrong} is not a number of days before an end: give 1 to ${farthestDay}, ${like}`)
  const twice = days.find((one, at) => days.indexOf(one) < at)
  if (twice !== undefined) throw badRequest(`${twice} days are there twice: give each once, ${like}`)
}

export async function endpointNamed(
  { database }: Pick<Webhooks, 'database'>,
  id: string,
): Promise<WebhookEndpoint> {
  const endpoint = await endpoints.find(database, id)
  if (endpoint) return endpoint
  throw new Problem('NOT_FOUND', `There is no webhook endpoint ${id.slice(0, 64)}`)
}

/** A new secret at once; the one before signs too for the overlap. */
export async function rotateSecret(webhooks: Webhooks, id: string, overlapMs: number): Promise<WithSecret> {
  if (!(overlapMs >= 0 && overlapMs <= longestOverlapMs))
    throw badRequest('The overlap is from nothing to 30 days')
  await endpointNamed(webhooks, id)
  const secret = newSigningSecret()
  const { database, keys } = webhooks
  const endpoint = await database.transaction(async tx =>
    rotateEndpoint(databaseWithin(database, tx), id, sealSecret(await keys.seal(tx), id, secret), overlapMs),
  )
  return { secret, endpoint }
}

/** Sends a signed request that is about nothing but the endpoint itself, and keeps no trace of it. */
export async function testEndpoint(webhooks: Webhooks, id: string): Promise<PostOutcome> {
  const { url } = await endpointNamed(webhooks, id)
  const sealed = await sealedSecrets(webhooks.database, id)
  const secrets = sealed
    .map(each => unsealSecret(webhooks.keys.open, id, each))
    .filter(each => each !== undefined)
  if (secrets.length === 0) throw badRequest(doesNotOpen.replace(/^t/, 'T'))
  const at = new Date()
  const event = { id: `evt_${newId()}`, type: 'webhook_test', createdAt: at.toISOString() }
  const message = { ...event, body: JSON.stringify({ ...event, data: { webhook: { id } } }) }
  const headers = signedHeaders(message, secrets.map(signingKey), at)
  return webhooks.post(
    new URL(url),
    { ...headers, 'User-Agent': 'Muster-Webhooks/1', 'X-Service-Delivery-Attempt': '1' },
    message.body,
  )
}

type TriggerSample = {
  type: string
  object: string
  objectId: string
  label: string | null
  at: string | null
}

/** The latest records that an endpoint could be told of, of one type of event or of all that it hears: of what has become of a
 * record, those of which it is so. */
export async function samplesFor(
  { database, types: known }: Webhooks,
  { kind, owners, types, projects }: Pick<WebhookEndpoint, 'kind' | 'owners' | 'types' | 'projects'>,
  type: string | undefined,
  limit: number,
  scopes: Principal['scopes'] = 'all',
): Promise<TriggerSample[]> {
  if (type !== undefined) requireTypes(kind, [type])
  const heard = events.filter(({ name, hears }) => {
    const isAsked = type === undefined ? types.includes('*') || types.includes(name) : name === type
    return isAsked && hears.includes(kind)
  })
  const of = { kind, owners: ownersOf(kind, owners), scopes, projects, narrowing: narrowedBy.paths }
  // Those that say only that something changed have the same records.
  const latest = new Map<string, ReturnType<typeof latestVisibleTo>>()
  const samples: TriggerSample[] = []
  for (const { name, object, holds } of heard) {
    const key = holds ? name : object
    if (!latest.has(key)) latest.set(key, latestVisibleTo(database, known, { ...of, holds }, object, limit))
    for (const { id, ...rest } of await latest.get(key)!)
      samples.push({ type: name, object, objectId: id, ...rest })
  }
  return samples.toSorted((one, other) => (other.at ?? '').localeCompare(one.at ?? '')).slice(0, limit)
}

type TriggerResult = { deliveryId: string; eventId: string; outcome: PostOutcome }

/** Tells one endpoint of a real record, now; what fails is tried again like any delivery. A receiver takes it for what it says,
 * and may delete what it has of a person who was erased: nothing is told that is not so. */
export async function triggerEvent(
  webhooks: Webhooks,
  id: string,
  { type, objectId }: { type: string; objectId: string },
  scopes: Principal['scopes'] = 'all',
): Promise<TriggerResult> {
  const { database, keys, post } = webhooks
  const endpoint = await endpointNamed(webhooks, id)
  requireTypes(endpoint.kind, [type])
  const event = eventNamed(type)!
  const visible = await seenBy(webhooks, endpoint, event.object, [objectId], scopes)
  if (!visible.has(objectId))
    throw new Problem(
      'NOT_FOUND',
      `There is no ${event.object} ${objectId.slice(0, 64)} that the owner of this endpoint may see`,
    )
  const { object, holds } = event
  if (holds && !(await meetsCondition(database, webhooks.types, object, objectId, holds)))
    throw badRequest(
      `${type} is not true of ${object} ${objectId.slice(0, 64)}, and the receiver could act on it; choose one of which it is: ${event.summary}`,
    )
  const deliveryId = await database.transaction(tx =>
    publishTo(tx, id, { type, object: event.object, objectId, projects: [] }, usualPace.leaseMs),
  )
  const claimed = (await claimDelivery(database, deliveryId, usualPace.leaseMs))!
  const at = new Date()
  const outcome = await attemptAt(claimed, at, { keys: keys.open, post })
  await recordAttempts(database, [{ claimed, at, outcome }], Math.random)
  return { deliveryId, eventId: claimed.event.id, outcome }
}
