// The reference of events as Markdown, from their declarations.
import { type DescribedEvent, deliveryHeaders, sampleEvent } from '../webhooks.ts'

export function eventsPage(events: readonly DescribedEvent[]): string {
  return [
    '# Events',
    'What is sent to webhook endpoints, and listed by `GET /events`. An event carries ids only: fetch the object with the operation that is named. Each is delivered at least once; drop ids you have seen. How to receive and verify them: [Webhooks](/docs/webhooks).',
    `| Header | Meaning |\n|---|---|\n${Object.entries(deliveryHeaders)
      .map(([name, meaning]) => `| \`${name}\` | ${meaning} |`)
      .join('\n')}`,
    ...events.map(section),
  ].join('\n\n')
}

function section(event: DescribedEvent): string {
  const { name, summary, fetch, scopes, hears } = event
  const who = hears.includes('agency') ? 'Companies and agencies hear it' : 'Only companies hear it'
  return [
    `## ${name} ∙ ${scopes.join(' and ')}`,
    `Fires when: ${summary[0]!.toLowerCase()}${summary.slice(1)}. ${who}. Fetch with \`GET ${fetch}\`.`,
    `\`\`\`json Payload\n${JSON.stringify(sampleEvent(event), null, 2)}\n\`\`\``,
  ].join('\n\n')
}
