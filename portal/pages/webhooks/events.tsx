// What the key that is signed in was told of: every event of its own scope that is still kept, newest first.
import type { OperatorAnswer } from '../../../src/operator/answers.ts'
import { href, parameter, setParameters } from '../../client/address.ts'
import { request } from '../../client/http.ts'
import { useLoaded } from '../../client/use-loaded.ts'
import { usePages } from '../../client/use-pages.ts'
import { Choice, Filters } from '../../components/form.tsx'
import { Empty, Page, Section, Show } from '../../components/layout.tsx'
import { More, Table, type ValueColumn } from '../../components/table.tsx'

type PastEvent = OperatorAnswer<'GET /own/events'>[number]
type EventType = OperatorAnswer<'GET /own/event-types'>[number]

export function Events() {
  const type = parameter('type')
  const types = useLoaded('event types', signal => request('GET /own/event-types', { signal }))
  const events = usePages(`own events ${type}`, {
    load: (after, signal) => request('GET /own/events', { query: { type, limit: 50, after }, signal }),
    everyMs: 10_000,
  })
  const known = types.data ?? []
  const heard = known.filter(one => one.heard)
  const of = (event: PastEvent) => known.find(({ name }) => name === event.type)
  return (
    <Page
      title="Events"
      note={
        <>
          What happened to records that this key may read: what webhooks are told, and{' '}
          <code>GET /events</code> in the order it happened.
        </>
      }
    >
      <Filters>
        <Choice
          label="Event"
          value={type}
          onChange={chosen => setParameters({ type: chosen })}
          options={[['', 'all'], ...heard.map(({ name }) => [name, name] as const)]}
        />
      </Filters>
      <Section title="Past events" count="newest first, of the last 30 days">
        <Show loaded={events}>
          {all =>
            all.length === 0 ? (
              <Empty>
                {type
                  ? 'No such event in the time that events are kept.'
                  : 'Nothing has happened yet that this key hears of. An event comes when a record of its scope changes.'}
              </Empty>
            ) : (
              <>
                <Table
                  label="Events"
                  file="events"
                  stacks
                  rows={all}
                  keyOf={event => event.id}
                  columns={columnsOf(of)}
                />
                <More onMore={events.more} isLoading={events.isLoadingMore} />
              </>
            )
          }
        </Show>
      </Section>
      <Unheard of={known.filter(one => !one.heard)} />
    </Page>
  )
}

const columnsOf = (of: (event: PastEvent) => EventType | undefined): ValueColumn<PastEvent>[] => [
  { head: 'Event', value: event => event.type, cell: event => <code>{event.type}</code> },
  {
    head: 'Record',
    value: labelOf,
    cell: event => <About event={event} of={of(event)} />,
  },
  { head: 'At (UTC)', time: { withSeconds: true }, value: event => event.createdAt },
  {
    head: 'What happened',
    long: true,
    value: event => of(event)?.summary ?? null,
    cell: event => <span class="muted">{of(event)?.summary}</span>,
  },
  { head: 'Id', long: true, reference: true, value: event => event.id },
]

const labelOf = ({ label, objectId }: PastEvent) => label ?? objectId

function About({ event, of }: { event: PastEvent; of: EventType | undefined }) {
  const list = /^\/([\w-]+)\/\{id\}$/.exec(of?.fetch ?? '')?.[1]
  const words = <span class="ref">{labelOf(event)}</span>
  return list ? <a href={href(`/records/${list}/${encodeURIComponent(event.objectId)}`)}>{words}</a> : words
}

function Unheard({ of }: { of: readonly EventType[] }) {
  if (of.length === 0) return null
  return (
    <details>
      <summary>Events that this key does not hear of</summary>
      <Table
        label="Events that this key does not hear of"
        stacks
        rows={of}
        keyOf={({ name }) => name}
        columns={[
          { head: 'Event', cell: ({ name }) => <code>{name}</code> },
          { head: 'What happened', cell: ({ summary }) => summary },
          { head: 'Why not', long: true, cell: ({ why }) => why },
        ]}
      />
    </details>
  )
}
