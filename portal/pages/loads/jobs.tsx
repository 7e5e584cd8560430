// Jobs of every night: when each came last and what it changed, when it comes next, and which did not come; backups, restores
// that were tried, and how far a change of the master secret has come.
import type { OperatorAnswer } from '../../../src/operator/answers.ts'
import { href } from '../../client/address.ts'
import { request } from '../../client/http.ts'
import { mayOperate } from '../../client/session.ts'
import { useLoaded } from '../../client/use-loaded.ts'
import { useAction, Wrong } from '../../components/dialog.tsx'
import { Bar, Empty, Facts, Section, Show, Status } from '../../components/layout.tsx'
import { Table } from '../../components/table.tsx'
import { bytesWords, number, say, Time } from '../../components/text.tsx'

type Job = OperatorAnswer<'GET /operator/jobs'>[number]

const intervals: readonly (readonly [minutes: number, words: string])[] = [
  [60, 'every hour'],
  [1440, 'every day'],
  [10_080, 'every week'],
  [43_200, 'every 30 days'],
]

export function Jobs() {
  const jobs = useLoaded('jobs', signal => request('GET /operator/jobs', { signal }), { everyMs: 30_000 })
  const [busy, error, expect] = useAction(async (name: string, minutes: number) => {
    if (minutes > 0)
      await request('POST /operator/jobs/{id}', { path: { id: name }, body: { everyMinutes: minutes } })
    else await request('DELETE /operator/jobs/{id}', { path: { id: name } })
    say(minutes > 0 ? `${name} is expected from now on.` : `${name} is expected no longer.`)
    await jobs.reload()
  })
  return (
    <Section title="Jobs" count="nightly loads and the backup">
      <p class="muted">
        A load says with <code>--job</code> or <code>--mapping</code> which job it is. Where one that is
        expected does not come, Today, the metrics and the log say so.
      </p>
      {error && <Wrong>{error}</Wrong>}
      <Show loaded={jobs} rows={2}>
        {all => (
          <Table
            label="Jobs"
            stacks
            rows={all}
            keyOf={({ name }) => name}
            columns={[
              { head: 'Job', cell: ({ name }) => name },
              {
                head: 'Expected',
                cell: job => <Expected of={job} isBusy={busy} onChange={expect} />,
              },
              { head: 'Last', cell: job => <Last of={job} /> },
              { head: 'Changed', cell: changedWords },
              { head: 'Next', cell: ({ nextAt }) => <Time at={nextAt} never="not expected" /> },
            ]}
          />
        )}
      </Show>
    </Section>
  )
}

type ExpectedProps = { of: Job; isBusy: boolean; onChange: (name: string, minutes: number) => void }

function Expected({ of: { name, everyMinutes }, isBusy, onChange }: ExpectedProps) {
  const known = intervals.some(([minutes]) => minutes === everyMinutes)
  const other =
    everyMinutes === null || known ? [] : [[everyMinutes, `every ${number(everyMinutes)} minutes`] as const]
  const options = [[0, 'not'] as const, ...intervals, ...other]
  if (!mayOperate()) return <>{options.find(([minutes]) => minutes === (everyMinutes ?? 0))![1]}</>
  return (
    <select
      aria-label={`How often ${name} is expected`}
      value={String(everyMinutes ?? 0)}
      disabled={isBusy}
      onChange={event => onChange(name, Number(event.currentTarget.value))}
    >
      {options.map(([minutes, words]) => (
        <option key={minutes} value={String(minutes)}>
          {words}
        </option>
      ))}
    </select>
  )
}

function Last({ of: { lastAt, lastLoad, lastState, lastRejected, isLate } }: { of: Job }) {
  const time = <Time at={lastAt} />
  return (
    <>
      {lastLoad ? <a href={href(`/loads/${lastLoad}`)}>{time}</a> : time}{' '}
      {isLate ? (
        <Status is="alert">did not come</Status>
      ) : (
        lastState && (
          <Status
            is={
              lastState === 'failed' || lastRejected > 0 ? 'alert' : lastState === 'running' ? 'wait' : 'ok'
            }
          >
            {lastState}
          </Status>
        )
      )}
    </>
  )
}

function changedWords({ lastCounts, lastRejected, lastError, lastLoad }: Job): string {
  if (lastError !== null) return lastError
  if (lastLoad === null) return '–'
  const { created = 0, updated = 0, deleted = 0 } = lastCounts
  return `${number(created)} created, ${number(updated)} updated, ${number(deleted)} deleted, ${number(lastRejected)} rejected`
}

export function Backups() {
  const runs = useLoaded(
    'backups',
    signal => request('GET /operator/backups', { query: { limit: 20 }, signal }),
    {
      everyMs: 30_000,
    },
  )
  const secret = useLoaded('secret', signal => request('GET /operator/secret-rotation', { signal }), {
    everyMs: 5000,
  })
  return (
    <Section title="Backups and the master secret">
      <Show loaded={runs} rows={2}>
        {all => {
          const last = (kind: string) => all.find(run => run.kind === kind && run.error === null)?.endedAt
          return (
            <>
              <Facts
                of={[
                  ['Last backup', <Time at={last('backup')} never="none is known" />],
                  ['Restore last tried', <Time at={last('restore')} never="never" />],
                ]}
              />
              {all.length === 0 ? (
                <Empty>
                  No backup is known. ./muster backup FILE makes one, and ./muster restore FILE --try sees
                  whether it can be restored.
                </Empty>
              ) : (
                <Table
                  label="Backups and restores"
                  stacks
                  rows={all}
                  keyOf={({ id }) => id}
                  columns={[
                    { head: 'File', reference: true, cell: ({ file }) => file },
                    { head: 'What', cell: ({ kind }) => (kind === 'backup' ? 'backup' : 'restore tried') },
                    { head: 'Ended', cell: ({ endedAt }) => <Time at={endedAt} /> },
                    {
                      head: 'Size',
                      number: true,
                      cell: ({ bytes }) => (bytes === null ? '–' : bytesWords(bytes)),
                    },
                    {
                      head: 'Outcome',
                      long: true,
                      cell: ({ error, rows }) =>
                        error === null ? (
                          <Status is="ok">{number(rows)} rows</Status>
                        ) : (
                          <Status is="alert">{error}</Status>
                        ),
                    },
                  ]}
                />
              )}
            </>
          )
        }}
      </Show>
      <Show loaded={secret} rows={1}>
        {of => <Secret of={of} />}
      </Show>
    </Section>
  )
}

function Secret({ of }: { of: OperatorAnswer<'GET /operator/secret-rotation'> }) {
  if (of.state === 'current') return <p class="muted">Everything is sealed with the master secret in use.</p>
  if (of.state === 'waiting')
    return (
      <p class="servers">
        <Status is="wait">waiting</Status> The master secret is changed once these servers accept the new one:{' '}
        {of.servers.join(', ')}
      </p>
    )
  return (
    <p>
      <Bar share={of.total === 0 ? 0 : of.done / of.total} isProgress>
        {number(of.done)} of {number(of.total)} records sealed with the new master secret
      </Bar>{' '}
      <span class="muted">
        since <Time at={of.since} />
      </span>
    </p>
  )
}
