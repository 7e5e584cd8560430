// `muster trigger`: a real event about a real record, to one endpoint.

import { succeeded } from '../outbound/post.ts'
import { triggerEvent } from '../webhooks/register.ts'
import { type Command, type CommandCall, exit, usage } from './command.ts'
import { withWebhooks } from './webhooks/home.ts'
import { describedOutcome } from './webhooks/shown.ts'

export const triggerCommand: Command = {
  synopsis: 'trigger EVENT --id RECORD --endpoint ENDPOINT',
  details:
    'Nothing is changed, and only this endpoint hears. The owner of the endpoint must be able to fetch the record.\nWhat fails is tried again like any delivery.',
  examples: ['./muster trigger assignment_ended --id 65f0… --endpoint 6917…'],
  options: { id: { type: 'string' }, endpoint: { type: 'string' } },
  run,
}

async function run(call: CommandCall): Promise<number> {
  const [type] = call.arguments
  const [objectId, endpoint] = [call.option('id'), call.option('endpoint')]
  if (!type || !objectId || !endpoint) throw usage('Give the event, --id of a record and --endpoint')
  return withWebhooks(call, async webhooks => {
    const { deliveryId, eventId, outcome } = await triggerEvent(webhooks, endpoint, { type, objectId })
    call.output.result(
      { deliveryId, eventId, ...outcome },
      () => `${eventId} (delivery ${deliveryId}): ${describedOutcome(outcome)}`,
    )
    return succeeded(outcome) ? exit.ok : exit.failed
  })
}
