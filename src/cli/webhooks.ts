// `muster webhooks`: adds, shows, changes and tests endpoints, and sends deliveries again. `muster trigger`: a real event
// about a real record, to one endpoint.
import { events } from '../api/events.ts'
import { deliverySubject, endpointSubject } from '../operator/subjects.ts'
import { succeeded } from '../outbound/post.ts'
import {
  attemptsOf,
  type DeliveryState,
  deliveryStates,
  listDeliveries,
  recoverDeliveries,
  replayDelivery,
} from '../store/events/deliveries.ts'
import { type Endpoint, listEndpoints, removeEndpoint } from '../store/events/endpoints.ts'
import type { Webhooks } from '../webhooks/open-webhooks.ts'
import {
  addEndpoint,
  changeEndpoint,
  endpointNamed,
  rotateSecret,
  testEndpoint,
  triggerEvent,
} from '../webhooks/register.ts'
import {
  actionOf,
  CliProblem,
  type Command,
  type CommandCall,
  exit,
  options,
  overlapMs,
  usage,
} from './command.ts'
import { withWebhooks } from './database.ts'
import { changing } from './operator.ts'
import { endpointChanges, moment, newEndpoint } from './webhook-options.ts'
import {
  attemptTable,
  deliveryTable,
  describedEndpoint,
  describedOutcome,
  endpointTable,
} from './webhook-tables.ts'

const details = `add URL --company ID[,ID] | --agency ID  [--events NAME,… --projects ID,… --description TEXT]
                               registers an endpoint; its secret is shown once
list                           all endpoints
show ID                        one endpoint
update ID                      --url, --events, --projects (all removes the filter), --description, --enable, --disable
remove ID                      deletes it with its deliveries
test ID                        sends a signed request now and shows the answer
rotate ID [--overlap 24h]      a new secret at once; the old one signs too for the overlap
deliveries ID [DELIVERY] [--state ${deliveryStates.join('|')}] [--limit 50]
                               the latest deliveries; or one with all its attempts
replay DELIVERY                sends one again
recover ID --since 2h          sends again what was given up since then, and what was missed while it was disabled

Events: ${events.map(event => event.name).join(', ')}; * for all.
Addresses are https on port 443 or 8443 at a public address; WEBHOOK_LOOPBACK=yes allows loopback.`

const webhooksCommand: Command = {
  synopsis: 'webhooks add | list | show | update | remove | test | rotate | deliveries | replay | recover',
  details,
  examples: [
    './muster webhooks add https://hooks.example.com/muster --company 65f0… --events requisition_filled,assignment_ended',
    './muster webhooks deliveries 6917… --state exhausted',
    './muster webhooks recover 6917… --since 2h',
    './muster webhooks rotate 6917… --overlap 7d',
  ],
  options: options(
    'company agency events projects description url overlap since state limit',
    'enable disable',
  ),
  async run(call) {
    const action = actionOf(call, 'webhooks', actions)
    return withWebhooks(call, webhooks => action(call, webhooks))
  },
}

const triggerCommand: Command = {
  synopsis: 'trigger EVENT --id RECORD --endpoint ENDPOINT',
  details:
    'Nothing is changed, and only this endpoint hears. The owner of the endpoint must be able to fetch the record.\nWhat fails is tried again like any delivery.',
  examples: ['./muster trigger assignment_ended --id 65f0… --endpoint 6917…'],
  options: options('id endpoint'),
  async run(call) {
    const [type] = call.arguments
    const [objectId, endpoint] = [call.option('id'), call.option('endpoint')]
    if (!type || !objectId || !endpoint) throw usage('Give the event, --id of a record and --endpoint')
    return withWebhooks(call, async webhooks => {
      const { deliveryId, eventId, outcome } = await change(webhooks, 'trigger', endpoint, () =>
        triggerEvent(webhooks, endpoint, { type, objectId }),
      )
      call.output.result(
        { deliveryId, eventId, ...outcome },
        () => `${eventId} (delivery ${deliveryId}): ${describedOutcome(outcome)}`,
      )
      return succeeded(outcome) ? exit.ok : exit.failed
    })
  },
}

type Action = (call: CommandCall, webhooks: Webhooks) => Promise<number | undefined>

const actions: Record<string, Action> = {
  async add(call, webhooks) {
    const wanted = newEndpoint(call)
    const { secret, endpoint } = await change(webhooks, 'webhooks add', undefined, () =>
      addEndpoint(webhooks, wanted),
    )
    call.output.result({ secret, ...endpoint }, () => secretText(secret) + describedEndpoint(endpoint))
  },
  async list(call, { database }) {
    const endpoints = await listEndpoints(database)
    call.output.result(endpoints, () =>
      endpoints.length === 0
        ? 'There are no endpoints yet; ./muster webhooks add makes one.'
        : endpointTable(endpoints),
    )
  },
  async show(call, webhooks) {
    const endpoint = await endpointNamed(webhooks, idOf(call))
    call.output.result(endpoint, () => describedEndpoint(endpoint))
  },
  async update(call, webhooks) {
    const id = idOf(call)
    const changes = endpointChanges(call)
    const endpoint = await change(webhooks, 'webhooks update', id, () =>
      changeEndpoint(webhooks, id, changes),
    )
    call.output.result(endpoint, () => describedEndpoint(endpoint))
  },
  async remove(call, webhooks) {
    const { id, url } = await endpointNamed(webhooks, idOf(call))
    await change(webhooks, 'webhooks remove', id, () => removeEndpoint(webhooks.database, id))
    call.output.result({ id, removed: true }, () => `Removed ${id} (${url}); nothing more is sent to it.`)
  },
  async test(call, webhooks) {
    const id = idOf(call)
    const outcome = await change(webhooks, 'webhooks test', id, () => testEndpoint(webhooks, id))
    call.output.result(outcome, () => describedOutcome(outcome))
    return succeeded(outcome) ? exit.ok : exit.failed
  },
  async rotate(call, webhooks) {
    const id = idOf(call)
    const overlap = overlapMs(call)
    const { secret, endpoint } = await change(webhooks, 'webhooks rotate', id, () =>
      rotateSecret(webhooks, id, overlap),
    )
    call.output.result({ secret, ...endpoint }, () => secretText(secret) + describedEndpoint(endpoint))
  },
  async deliveries(call, webhooks) {
    const { id: endpointId } = await endpointNamed(webhooks, idOf(call))
    const which = call.arguments[2]
    if (which !== undefined) return oneDelivery(call, webhooks, endpointId, which)
    const state = call.option('state') as DeliveryState | undefined
    if (state !== undefined && !deliveryStates.includes(state))
      throw usage(`--state is one of ${deliveryStates.join(', ')}`)
    const limit = call.option('limit') ?? '50'
    if (!/^[1-9]\d{0,3}$/.test(limit)) throw usage('--limit is a whole number from 1 to 9999')
    const found = await listDeliveries(webhooks.database, {
      endpointId,
      ...(state && { state }),
      limit: Number(limit),
    })
    call.output.result(found, () => (found.length === 0 ? 'There are none.' : deliveryTable(found)))
  },
  async replay(call, { database }) {
    const id = deliveryId(idOf(call, 'delivery'))
    await changing(database, 'webhooks replay', deliverySubject, id, async () => {
      if (await replayDelivery(database, id)) return { state: 'waiting' }
      throw new CliProblem(`There is no delivery ${id}`, exit.notFound)
    })
    const [delivery] = await listDeliveries(database, { id })
    const endpoint = await endpointNamed({ database }, delivery!.endpointId)
    call.output.result({ id, state: 'waiting' }, () => `Delivery ${id} is sent again${when(endpoint)}.`)
  },
  async recover(call, webhooks) {
    const endpoint = await endpointNamed(webhooks, idOf(call))
    const { id } = endpoint
    const since = moment(call, 'since')
    const recovered = await change(webhooks, 'webhooks recover', id, () =>
      recoverDeliveries(webhooks.database, id, since),
    )
    call.output.result(
      { id, ...recovered },
      () =>
        `${recovered.again} given up are sent again, ${recovered.missed} missed are sent${when(endpoint)}.`,
    )
  },
}

const change = <T>(
  { database }: Webhooks,
  command: string,
  id: string | undefined,
  run: () => Promise<T>,
): Promise<T> => changing(database, command, endpointSubject, id, run)

function idOf(call: CommandCall, what = 'endpoint'): string {
  const id = call.arguments[1]
  if (!id) throw usage(`Say which ${what}, by its id`)
  return id
}

const secretText = (secret: string) => `${secret}\n\nThis is shown once; it is kept encrypted.\n`

async function oneDelivery(
  call: CommandCall,
  { database }: Webhooks,
  endpointId: string,
  id: string,
): Promise<undefined> {
  const [delivery] = await listDeliveries(database, { endpointId, id: deliveryId(id) })
  if (!delivery) throw new CliProblem(`This endpoint has no delivery ${id}`, exit.notFound)
  const attempts = await attemptsOf(database, id)
  call.output.result({ ...delivery, log: attempts }, () =>
    [deliveryTable([delivery]), '', attemptTable(attempts)].join('\n'),
  )
}

function deliveryId(text: string): string {
  if (/^\d{1,18}$/.test(text)) return text
  throw usage(`"${text}" is not the number of a delivery; webhooks deliveries lists them`)
}

const when = ({ id, state }: Endpoint) =>
  state === 'active'
    ? ' by the server'
    : ` once the endpoint is enabled: ./muster webhooks update ${id} --enable`

export const commands = { webhooks: webhooksCommand, trigger: triggerCommand }
