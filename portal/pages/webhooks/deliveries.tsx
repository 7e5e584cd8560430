// What an endpoint was sent: each delivery with what became of it, and all attempts at one.
import type { OperatorAnswer } from '../../../src/operator/answers.ts'
import { href, parameter, setParameters } from '../../client/address.ts'
import { request } from '../../client/http.ts'
import { mayOperate } from '../../client/session.ts'
import { useLoaded } from '../../client/use-loaded.ts'
import { usePages } from '../../client/use-pages.ts'
import { useAction, Wrong } from '../../components/dialog.tsx'
import { Choice, Filters } from '../../components/form.tsx'
import { Empty, Facts, Page, Section, Show, Status, type StatusKind } from '../../components/layout.tsx'
import { More, Table } from '../../components/table.tsx'
import { distance, number, plural, say, Time } from '../../components/text.tsx'
import { webhookBase } from './endpoint.tsx'

type DeliveryDetail = OperatorAnswer<'GET /operator/deliveries/{id}'>
type State = Delivery['state']
type Delivery = DeliveryDetail['delivery']
type Attempt = DeliveryDetail['attempts'][number]

const shapes: Record<State, StatusKind> = {
  waiting: 'wait',
  delivered: 'ok',
  exhausted: 'alert',
  withheld: 'off',
}
const stateWords: Record<State, string> = {
  waiting: 'waiting',
  delivered: 'delivered',
  exhausted: 'given up',
  withheld: 'withheld',
}

/** So many attempts are made, over about three days. */
const mostAttempts = 10

const mayResend = () => mayOperate() || webhookBase() === '/own'

const resend = async ({ id, type }: Delivery) => {
  await request(`POST ${webhookBase()}/deliveries/{id}/replay`, { path: { id } })
  say(`${type} is sent again.`)
}

/** Those of all endpoints, for operators: what a number of Today counts. */
export function AllDeliveries() {
  return (
    <Page title="Deliveries" note={<a href={href('/webhooks')}>The endpoints</a>}>
      <Deliveries />
    </Page>
  )
}

/** Without an endpoint, of them all. */
export function Deliveries({ webhook }: { webhook?: string }) {
  const base = webhookBase()
  const [state, type, since] = [parameter('state'), parameter('type'), parameter('since')]
  const counted = useLoaded(since && !webhook ? `count ${state} ${type} ${since}` : undefined, signal =>
    request('GET /operator/deliveries/count', { query: { state, type, since }, signal }),
  )
  const events = useLoaded('event types', signal => request(`GET ${base}/event-types`, { signal }))
  // An operator hears of all, and is not told so of each.
  const heard = (events.data ?? []).filter(event => !('heard' in event) || event.heard)
  const deliveries = usePages(`deliveries ${webhook} ${state} ${type} ${since}`, {
    load: (after, signal) => {
      const query = { state, type, since, limit: 50, after }
      return webhook
        ? request(`GET ${base}/webhooks/{id}/deliveries`, { path: { id: webhook }, query, signal })
        : request('GET /operator/deliveries', { query, signal })
    },
    everyMs: 5000,
  })
  const [busy, error, again] = useAction(async (one: Delivery) => {
    await resend(one)
    await deliveries.reload()
  })
  return (
    <Section
      title="Deliveries"
      count={
        counted.data ? (
          <>
            {plural(counted.data.count, 'delivery', 'deliveries')} since <Time at={since} />
          </>
        ) : (
          'newest first'
        )
      }
    >
      <Filters>
        <Choice
          label="State"
          value={state}
          onChange={chosen => setParameters({ state: chosen })}
          options={[['', 'all'], ...Object.entries(stateWords)]}
        />
        <Choice
          label="Event"
          value={type}
          onChange={chosen => setParameters({ type: chosen })}
          options={[['', 'all'], ...heard.map(({ name }) => [name, name] as const)]}
        />
      </Filters>
      {error && <Wrong>{error}</Wrong>}
      <Show loaded={deliveries}>
        {all =>
          all.length === 0 ? (
            <Empty>
              {state || type
                ? 'No delivery is like this.'
                : 'Nothing was sent yet. The first event that concerns this endpoint shows here within a second.'}
            </Empty>
          ) : (
            <>
              <DeliveryTable rows={all} busy={busy} onResend={one => void again(one)} />
              <More onMore={deliveries.more} isLoading={deliveries.isLoadingMore} />
            </>
          )
        }
      </Show>
    </Section>
  )
}

type DeliveryTableProps = {
  rows: readonly Delivery[]
  busy: boolean
  onResend: (delivery: Delivery) => void
}

function DeliveryTable({ rows, busy, onResend }: DeliveryTableProps) {
  return (
    <Table
      label="Deliveries"
      file="deliveries"
      stacks
      rows={rows}
      keyOf={one => one.id}
      columns={[
        {
          head: 'Event',
          value: one => one.type,
          cell: one => <a href={href(`/webhooks/${one.endpointId}/${one.id}`)}>{one.type}</a>,
        },
        { head: 'Object', reference: true, value: one => one.objectId },
        {
          head: 'State',
          value: one => stateWords[one.state],
          cell: one => <Status is={shapes[one.state]}>{stateWords[one.state]}</Status>,
        },
        { head: 'Attempts', value: one => one.attempts, cell: one => <Tried of={one} /> },
        { head: 'Answer', value: lastAnswer, cell: lastAnswer },
        { head: 'When', time: true, value: one => one.createdAt },
        { head: 'Next', value: one => one.nextAt, cell: one => (one.nextAt ? nextWords(one.nextAt) : '') },
        {
          head: 'Resend',
          action: true,
          cell: one =>
            mayResend() && (
              <button
                type="button"
                class="small"
                disabled={busy || (one.state === 'waiting' && one.attempts === 0)}
                aria-label={`Resend ${one.type} of ${one.objectId}`}
                onClick={event => {
                  // Enter must not send it a second time.
                  event.currentTarget.closest('tr')?.querySelector('a')?.focus()
                  onResend(one)
                }}
              >
                Resend
              </button>
            ),
        },
      ]}
    />
  )
}

const lastAnswer = ({ attempts, lastError, lastStatus }: Delivery) =>
  attempts === 0 ? null : (lastError ?? lastStatus)

const nextWords = (at: string) => (Date.parse(at) <= Date.now() ? 'now' : distance(at))

/** A stroke for each attempt, crosses for those that failed, dots for those still to come. */
function Tried({ of: { state, attempts } }: { of: Delivery }) {
  const failed = state === 'delivered' ? attempts - 1 : attempts
  const toCome = state === 'waiting' ? Math.max(0, mostAttempts - attempts) : 0
  return (
    <span class="tried">
      <span aria-hidden="true">
        <span class="x">{'×'.repeat(Math.max(0, failed))}</span>
        {state === 'delivered' && '|'}
        <span class="muted">{'·'.repeat(toCome)}</span>
      </span>
      <span class="aloud">{plural(attempts, 'attempt')}</span>
    </span>
  )
}

export function OneDelivery({ webhook, id }: { webhook: string; id: string }) {
  const load = (signal: AbortSignal) =>
    request(`GET ${webhookBase()}/deliveries/{id}`, { path: { id }, signal })
  const found = useLoaded(id, load, { everyMs: 3000 })
  const one = found.data?.delivery
  const [busy, error, again] = useAction(async (delivery: Delivery) => {
    await resend(delivery)
    await found.reload()
  })
  return (
    <Page
      title={one ? one.type : 'Delivery'}
      note={
        <>
          <a href={href(`/webhooks/${webhook}`)}>The endpoint</a> · delivery <span class="ref">{id}</span>
        </>
      }
      actions={
        one &&
        mayResend() && (
          <button type="button" class="main" disabled={busy} onClick={() => void again(one)}>
            {busy ? 'One moment …' : 'Send it again'}
          </button>
        )
      }
    >
      {error && <Wrong>{error}</Wrong>}
      <Show loaded={found}>
        {({ delivery, attempts }) => (
          <>
            <Facts
              of={[
                ['State', <Status is={shapes[delivery.state]}>{stateWords[delivery.state]}</Status>],
                ['Object', <span class="ref">{delivery.objectId}</span>],
                ['Event', <span class="ref">{delivery.eventId}</span>],
                ['Happened', <Time at={delivery.createdAt} />],
                ['Ended', <Time at={delivery.finishedAt} never="not yet" />],
              ]}
            />
            <Section title="Attempts" count={plural(attempts.length, 'attempt')}>
              <TimeLine of={delivery} attempts={attempts} />
            </Section>
          </>
        )}
      </Show>
    </Page>
  )
}

const isTaken = ({ status }: Attempt) => status !== null && status >= 200 && status < 300

function TimeLine({ of, attempts }: { of: Delivery; attempts: readonly Attempt[] }) {
  return (
    <ol class="times">
      {attempts.map((attempt, index) => (
        <li key={`${attempt.at} ${attempt.attempt}`}>
          <Time at={attempt.at} withSeconds />
          <div>
            <p>
              <Status is={isTaken(attempt) ? 'ok' : 'alert'}>
                {attempt.status === null ? 'no answer' : `answered ${attempt.status}`}
              </Status>{' '}
              <span class="muted">
                {number(attempt.durationMs)} ms
                {index > 0 && `, ${waited(attempts[index - 1]!.at, attempt.at)}`}
              </span>
              {attempt.error && `: ${attempt.error}`}
            </p>
            {attempt.answer && (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
              <pre tabIndex={0}>{attempt.answer}</pre>
            )}
          </div>
        </li>
      ))}
      {of.state === 'waiting' && (
        <li>
          <Time at={of.nextAt} never="now" />
          <div>
            <p>
              <Status is="wait">
                {of.attempts === 0 ? 'is sent' : `attempt ${of.attempts + 1} of ${mostAttempts}`}
              </Status>{' '}
              <span class="muted">{of.nextAt && nextWords(of.nextAt)}</span>
            </p>
          </div>
        </li>
      )}
      {of.state === 'exhausted' && (
        <li>
          <Time at={of.finishedAt} />
          <div>
            <p>
              <Status is="off">given up after {plural(of.attempts, 'attempt')}</Status>
            </p>
          </div>
        </li>
      )}
      {of.state === 'withheld' && (
        <li>
          <Time at={of.finishedAt ?? of.createdAt} />
          <div>
            <p>
              <Status is="off">withheld</Status>{' '}
              <span class="muted">the owner may no longer see what it is about</span>
            </p>
          </div>
        </li>
      )}
    </ol>
  )
}

const waited = (before: string, at: string) => distance(before, Date.parse(at)).replace(' ago', ' later')
