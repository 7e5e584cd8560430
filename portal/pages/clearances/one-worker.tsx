// One worker in time: how each placement stands from today on, and every document with the days on which it is good.
import type { ComponentChildren } from 'preact'
import { daysAfter, today } from '../../../src/formats/day.ts'
import { get } from '../../client/http.ts'
import { type LoadResult, useLoaded } from '../../client/use-loaded.ts'
import { Filters } from '../../components/form.tsx'
import { hrefAs, mayCall, type View } from '../../components/key-view.tsx'
import { Empty, Page, Section, Show, Status } from '../../components/layout.tsx'
import { Table } from '../../components/table.tsx'
import { dateWords, plural } from '../../components/text.tsx'
import { dayAsked, pageHref, type Row } from './asking.ts'
import { DocumentsInTime, type WorkerDocuments } from './documents-in-time.tsx'
import { lackingIn } from './not-cleared-table.tsx'
import { sourceWords, stateWords } from './words.ts'

/** How a placement stands from a day on. */
type Standing = { from: string; row: Row }

const mostSteps = 12

/** From today to the last change within a year; of who does not work yet, from the day that is asked about. */
async function standingsOf(view: View, id: string, signal: AbortSignal): Promise<Standing[]> {
  const found = await standingsFrom(today(), view, id, signal)
  return found.length > 0 ? found : standingsFrom(dayAsked(), view, id, signal)
}

async function standingsFrom(
  first: string,
  view: View,
  id: string,
  signal: AbortSignal,
): Promise<Standing[]> {
  const found: Standing[] = []
  const last = daysAfter(first, 365)
  for (let day = first, step = 0; day <= last && step < mostSteps; step++) {
    const path = `${view.base}/clearances?worker=${encodeURIComponent(id)}&on=${day}&days=0&limit=200`
    const rows = await get<Row[]>(path as `/api${string}`, signal)
    found.push(...rows.map(row => ({ from: day, row })))
    const next = rows.flatMap(({ until }) => (until ? [until.slice(0, 10)] : [])).sort()[0]
    if (!next) break
    day = next
  }
  return found
}

type Props = { view: View; chooser: ComponentChildren; id: string }

export function OneWorker({ view, chooser, id }: Props) {
  const standings = useLoaded(`${view.base} standings of ${id} ${dayAsked()}`, signal =>
    standingsOf(view, id, signal),
  )
  const path = `${view.base}/workers/${encodeURIComponent(id)}` as `/api${string}`
  const worker = useLoaded(mayCall(view, 'GET /workers/{id}') ? path : undefined, signal =>
    get<WorkerDocuments>(path, signal),
  )
  const name = worker.data?.name ?? standings.data?.[0]?.row.worker.name
  return (
    <Page
      title={name ?? 'Worker'}
      note={<a href={pageHref(view, '/gate')}>Gate list</a>}
      actions={
        <a class="btn" href={hrefAs(view, `/records/workers/${id}`)}>
          Record
        </a>
      }
    >
      {chooser && <Filters>{chooser}</Filters>}
      <Placements view={view} loaded={standings} />
      <Show loaded={worker} rows={8}>
        {one => <DocumentsInTime of={one} rows={(standings.data ?? []).map(({ row }) => row)} />}
      </Show>
      <Needs loaded={standings} />
    </Page>
  )
}

function Placements({ view, loaded }: { view: View; loaded: LoadResult<Standing[]> }) {
  return (
    <Show loaded={loaded} rows={4}>
      {all => (
        <Section title="Placements" count="a row for each change within a year">
          {all.length === 0 ? (
            <Empty>
              No assignment of this worker runs today or on {dateWords(dayAsked())}, as far as this key sees.
            </Empty>
          ) : (
            <Table
              label="Placements"
              file="placements"
              stacks
              rows={changesOf(all)}
              keyOf={({ from, row }) => `${row.assignment.id} ${from}`}
              columns={[
                { head: 'Assignment', reference: true, value: ({ row }) => row.assignment.reference ?? null },
                { head: 'From', value: ({ from }) => from, cell: ({ from }) => dateWords(from) },
                {
                  head: 'State',
                  value: ({ row }) => stateWords[row.state][1],
                  cell: ({ row }) => (
                    <Status is={stateWords[row.state][0]}>{stateWords[row.state][1]}</Status>
                  ),
                },
                { head: 'What is lacking', long: true, value: ({ row }) => lackingIn(row) || '–' },
                {
                  head: 'Site',
                  value: ({ row }) => row.site?.name ?? null,
                  cell: ({ row }) =>
                    row.site?.id ? (
                      <a href={pageHref(view, '/gate', { site: row.site.id })}>{row.site.name}</a>
                    ) : (
                      '–'
                    ),
                },
                { head: 'Agency', value: ({ row }) => row.agency?.name ?? null },
              ]}
            />
          )}
        </Section>
      )}
    </Show>
  )
}

/** Of a placement that stands as before nothing is said again. */
function changesOf(all: readonly Standing[]): Standing[] {
  const known = new Map<string, string>()
  return all.filter(({ row }) => {
    const said = `${row.state} ${lackingIn(row)}`
    const key = row.assignment.id ?? ''
    const isNew = known.get(key) !== said
    known.set(key, said)
    return isNew
  })
}

function Needs({ loaded }: { loaded: LoadResult<Standing[]> }) {
  const all = loaded.data ?? []
  const now = all.filter(({ from }) => from === all[0]!.from)
  const needs = now.flatMap(({ row }) => row.needs.map((need, at) => ({ key: `${row.id} ${at}`, row, need })))
  if (needs.length === 0) return null
  return (
    <Section title={`What is asked for on ${dateWords(all[0]!.from)}`} count={plural(needs.length, 'thing')}>
      <Table
        label="What is asked for"
        file="asked-for"
        stacks
        rows={needs}
        keyOf={({ key }) => key}
        columns={[
          { head: 'What', value: ({ need }) => need.what },
          { head: 'Who asks', value: ({ need }) => sourceWords[need.source] },
          {
            head: 'Held',
            value: ({ need }) => need.status,
            cell: ({ need: { status } }) =>
              status === 'held' ? (
                <Status is="ok">held</Status>
              ) : status === 'unknown' ? (
                <Status is="off">not known</Status>
              ) : (
                <Status is="alert">not held</Status>
              ),
          },
          {
            head: 'By what, or why not',
            long: true,
            value: ({ need }) => need.why ?? need.documents.map(one => one.documentType).join(', '),
          },
          {
            head: 'Until',
            value: ({ need }) => (need.status === 'held' ? (need.until?.slice(0, 10) ?? null) : null),
            cell: ({ need: { status, until } }) =>
              status === 'held' && until ? dateWords(daysAfter(until.slice(0, 10), -1)) : '–',
          },
        ]}
      />
    </Section>
  )
}
