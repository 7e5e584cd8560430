// `muster webhooks`: adds, shows, changes and tests endpoints, and sends deliveries again. `muster trigger`: a real event
// about a real record, to one endpoint.
import { events } from '../../api/events.ts'
import { deliverySubject, endpointSubject } from '../../operator/audit.ts'
import { isSuccess } from '../../outbound/post.ts'
import { nodeOf } from '../../shape/shape.ts'
import {
  attempts,
  deliveries,
  deliveryState,
  recoverDeliveries,
  replayDelivery,
} from '../../store/webhooks/deliveries.ts'
import { endpoints, removeEndpoint, type WebhookEndpoint } from '../../store/webhooks/endpoints.ts'
import type { Webhooks } from '../../webhooks/open-webhooks.ts'
import {
  addEndpoint,
  changeEndpoint,
  endpointNamed,
  rotateSecret,
  testEndpoint,
  triggerEvent,
} from '../../webhooks/register.ts'
import {
  CliProblem,
  type CommandCall,
  exitCodes,
  listTable,
  overlapMs,
  overlapOption,
  usageProblem,
} from '../command.ts'
import { withWebhooks } from '../database.ts'
import type { Action, Arguments, Command, Options } from '../declaration.ts'
import { changeAsSystem } from '../operator.ts'
import { endpointChanges, momentOption, newEndpoint } from './webhook-options.ts'
import { endpointText, outcomeText } from './webhook-tables.ts'

const deliveryStates = nodeOf(deliveryState).enum!
const eventNames = events.map(event => event.name).join(', ')

export const triggerCommand: Action = {
  arguments: { EVENT: { meaning: `an event: ${eventNames}` } },
  options: {
    id: { value: 'RECORD', required: true, meaning: 'the id of the record that it is about' },
    endpoint: { value: 'ENDPOINT', required: true, meaning: 'the id of the endpoint that hears it' },
  },
  notes:
    'Nothing is changed, and only this endpoint hears. The owner of the endpoint must be able to fetch the record.\nWhat fails is tried again like any delivery.',
  examples: ['./muster trigger assignment_ended --id 65f0… --endpoint 6917…'],
  async run(call) {
    const type = call.argument('EVENT')
    const [objectId, endpoint] = [call.option('id')!, call.option('endpoint')!]
    return withWebhooks(call, async webhooks => {
      const { deliveryId, eventId, outcome } = await change(webhooks, 'trigger', endpoint, () =>
        triggerEvent(webhooks, endpoint, { type, objectId }),
      )
      call.output.result(
        { deliveryId, eventId, ...outcome },
        () => `${eventId} (delivery ${deliveryId}): ${outcomeText(outcome)}`,
      )
      return isSuccess(outcome) ? exitCodes.ok : exitCodes.failed
    })
  },
}

async function add(call: CommandCall, webhooks: Webhooks): Promise<undefined> {
  const wanted = newEndpoint(call)
  const { secret, endpoint } = await change(webhooks, 'webhooks add', undefined, () =>
    addEndpoint(webhooks, wanted),
  )
  call.output.result({ secret, ...endpoint }, () => secretText(secret) + endpointText(endpoint))
}

async function listAll(call: CommandCall, { database }: Webhooks): Promise<undefined> {
  const found = await endpoints.rows(database)
  call.output.result(found, () =>
    found.length === 0
      ? 'There are no endpoints yet; ./muster webhooks add makes one.'
      : listTable(endpoints, found),
  )
}

async function show(call: CommandCall, webhooks: Webhooks): Promise<undefined> {
  const endpoint = await endpointNamed(webhooks, call.argument('ID'))
  call.output.result(endpoint, () => endpointText(endpoint))
}

async function update(call: CommandCall, webhooks: Webhooks): Promise<undefined> {
  const id = call.argument('ID')
  const changes = endpointChanges(call)
  const endpoint = await change(webhooks, 'webhooks update', id, () => changeEndpoint(webhooks, id, changes))
  call.output.result(endpoint, () => endpointText(endpoint))
}

async function remove(call: CommandCall, webhooks: Webhooks): Promise<undefined> {
  const { id, url } = await endpointNamed(webhooks, call.argument('ID'))
  await change(webhooks, 'webhooks remove', id, () => removeEndpoint(webhooks.database, id))
  call.output.result({ id, removed: true }, () => `Removed ${id} (${url}); nothing more is sent to it.`)
}

async function test(call: CommandCall, webhooks: Webhooks): Promise<number> {
  const id = call.argument('ID')
  const outcome = await change(webhooks, 'webhooks test', id, () => testEndpoint(webhooks, id))
  call.output.result(outcome, () => outcomeText(outcome))
  return isSuccess(outcome) ? exitCodes.ok : exitCodes.failed
}

async function rotate(call: CommandCall, webhooks: Webhooks): Promise<undefined> {
  const id = call.argument('ID')
  const overlap = overlapMs(call)
  const { secret, endpoint } = await change(webhooks, 'webhooks rotate', id, () =>
    rotateSecret(webhooks, id, overlap),
  )
  call.output.result({ secret, ...endpoint }, () => secretText(secret) + endpointText(endpoint))
}

async function listDeliveries(call: CommandCall, webhooks: Webhooks): Promise<undefined> {
  const { id: endpoint } = await endpointNamed(webhooks, call.argument('ID'))
  const which = call.arguments[1]
  if (which !== undefined) return oneDelivery(call, webhooks, endpoint, which)
  const state = call.option('state')
  if (state !== undefined && !deliveryStates.includes(state))
    throw usageProblem(`--state is one of ${deliveryStates.join(', ')}`)
  const limit = call.option('limit') ?? '50'
  if (!/^[1-9]\d{0,3}$/.test(limit)) throw usageProblem('--limit is a whole number from 1 to 9999')
  const found = await deliveries.rows(webhooks.database, { endpoint, state, limit: Number(limit) })
  call.output.result(found, () => (found.length === 0 ? 'There are none.' : listTable(deliveries, found)))
}

async function replay(call: CommandCall, { database }: Webhooks): Promise<undefined> {
  const id = deliveryId(call.argument('DELIVERY'))
  await changeAsSystem(database, 'webhooks replay', deliverySubject, id, async () => {
    if (await replayDelivery(database, id)) return { state: 'waiting' }
    throw new CliProblem(`There is no delivery ${id}`, exitCodes.notFound)
  })
  const delivery = await deliveries.find(database, id)
  const endpoint = await endpointNamed({ database }, delivery!.endpointId)
  call.output.result({ id, state: 'waiting' }, () => `Delivery ${id} is sent again${when(endpoint)}.`)
}

async function recover(call: CommandCall, webhooks: Webhooks): Promise<undefined> {
  const endpoint = await endpointNamed(webhooks, call.argument('ID'))
  const { id } = endpoint
  const since = momentOption(call, 'since')
  const recovered = await change(webhooks, 'webhooks recover', id, () =>
    recoverDeliveries(webhooks.database, id, since),
  )
  call.output.result(
    { id, ...recovered },
    () => `${recovered.again} given up are sent again, ${recovered.missed} missed are sent${when(endpoint)}.`,
  )
}

const change = <T>(
  { database }: Webhooks,
  command: string,
  id: string | undefined,
  run: () => Promise<T>,
): Promise<T> => changeAsSystem(database, command, endpointSubject, id, run)

const secretText = (secret: string) => `${secret}\n\nThis is shown once; it is kept encrypted.\n`

async function oneDelivery(
  call: CommandCall,
  { database }: Webhooks,
  endpoint: string,
  id: string,
): Promise<undefined> {
  const delivery = await deliveries.find(database, deliveryId(id), { endpoint })
  if (!delivery) throw new CliProblem(`This endpoint has no delivery ${id}`, exitCodes.notFound)
  const log = await attempts.rows(database, { delivery: id })
  call.output.result({ ...delivery, log }, () =>
    [listTable(deliveries, [delivery]), '', listTable(attempts, log)].join('\n'),
  )
}

function deliveryId(text: string): string {
  if (/^\d{1,18}$/.test(text)) return text
  throw usageProblem(`"${text}" is not the number of a delivery; webhooks deliveries lists them`)
}

const when = ({ id, state }: WebhookEndpoint) =>
  state === 'active'
    ? ' by the server'
    : ` once the endpoint is enabled: ./muster webhooks update ${id} --enable`

const endpoint: Arguments = { ID: { meaning: 'the id of an endpoint' } }

const wanted: Options = {
  events: { value: 'NAME,…', meaning: 'what it hears; * for all' },
  'days-before': {
    value: 'DAYS,…',
    meaning: 'how long before a clearance ends it is told, such as 60,30,7; usual for 30,14,7,1',
  },
  projects: { value: 'ID,…', meaning: 'only what is about these projects; all for every one' },
  description: { value: 'TEXT', mayBeEmpty: true, meaning: "what it is for; '' takes it away" },
}

const onWebhooks =
  <T>(run: (call: CommandCall, webhooks: Webhooks) => Promise<T>) =>
  (call: CommandCall): Promise<T> =>
    withWebhooks(call, webhooks => run(call, webhooks))

export const webhooksCommand: Command = {
  subcommands: {
    add: {
      summary: 'register an endpoint; its secret is shown once',
      arguments: { URL: { meaning: 'its address' } },
      options: {
        company: { value: 'ID,…', meaning: 'the companies it hears about; either this or --agency' },
        agency: { value: 'ID', meaning: 'the agency it hears about' },
        ...wanted,
      },
      examples: [
        './muster webhooks add https://hooks.example.com/muster --company 65f0… --events requisition_filled,assignment_ended',
      ],
      run: onWebhooks(add),
    },
    list: { summary: 'all endpoints', run: onWebhooks(listAll) },
    show: { summary: 'one endpoint', arguments: endpoint, run: onWebhooks(show) },
    update: {
      summary: 'change what is given of an endpoint',
      arguments: endpoint,
      options: {
        url: { value: 'URL', meaning: 'its address' },
        ...wanted,
        enable: { meaning: 'send to it again' },
        disable: { meaning: 'send nothing more to it' },
      },
      run: onWebhooks(update),
    },
    remove: { summary: 'delete it with its deliveries', arguments: endpoint, run: onWebhooks(remove) },
    test: {
      summary: 'send a signed request now and show the answer; exit code 1 if it is not 2xx',
      arguments: endpoint,
      run: onWebhooks(test),
    },
    rotate: {
      summary: 'a new secret at once; the old one signs too for the overlap',
      arguments: endpoint,
      options: { overlap: overlapOption },
      run: onWebhooks(rotate),
    },
    deliveries: {
      summary: 'the latest deliveries; or one with all its attempts',
      arguments: { ...endpoint, DELIVERY: { optional: true, meaning: 'the number of one delivery' } },
      options: {
        state: { value: 'STATE', meaning: deliveryStates.join(', ') },
        limit: { value: 'N', meaning: 'how many; 50 unless given' },
      },
      run: onWebhooks(listDeliveries),
    },
    replay: {
      summary: 'send one again',
      arguments: { DELIVERY: { meaning: 'the number of a delivery' } },
      run: onWebhooks(replay),
    },
    recover: {
      summary: 'send again what was given up since then, and what was missed while it was disabled',
      arguments: endpoint,
      options: {
        since: {
          value: 'TIME',
          required: true,
          meaning: 'a moment such as 2026-11-10T09:00:00Z, or 2h for two hours ago',
        },
      },
      run: onWebhooks(recover),
    },
  },
  notes: `Events: ${eventNames}; * for all.
Addresses are https on port 443 or 8443 at a public address; WEBHOOK_LOOPBACK=yes allows loopback.`,
  examples: [
    './muster webhooks add https://hooks.example.com/muster --company 65f0… --events requisition_filled,assignment_ended',
    './muster webhooks deliveries 6917… --state exhausted',
    './muster webhooks recover 6917… --since 2h',
    './muster webhooks rotate 6917… --overlap 7d',
  ],
}
