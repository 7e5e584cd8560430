// Who falls out when: sites by days, of which each cell opens its people; before that, whoever starts tomorrow and may not.
import type { ComponentChildren } from 'preact'
import { daysAfter } from '../../../src/formats/day.ts'
import { Chart } from '../../charts/figure.tsx'
import { Grid, type GridCell } from '../../charts/grid.tsx'
import { parameter } from '../../client/address.ts'
import { get, query } from '../../client/http.ts'
import { useLoaded } from '../../client/use-loaded.ts'
import { Checking } from '../../components/checking.tsx'
import { hrefAs, type View } from '../../components/key-view.tsx'
import { Empty, Facts, Section, Show, Status } from '../../components/layout.tsx'
import { Table } from '../../components/table.tsx'
import { Count, dateWords, dayOf, plural } from '../../components/text.tsx'
import { dayAsked, filters, pageHref, type Row, useRows } from './asking.ts'
import { AtGate } from './at-gate.tsx'
import { ClearanceFilters } from './filters.tsx'
import { gateSentence } from './gate.tsx'
import { useGateList } from './gate-list.ts'
import { NotClearedTable, notClearedFields } from './not-cleared-table.tsx'
import { stateNames, stateWords } from './words.ts'

const span = 28

type Props = { view: View; chooser: ComponentChildren }

export function Calendar({ view, chooser }: Props) {
  const list = useGateList(view)
  return (
    <>
      <ClearanceFilters view={view} chooser={chooser} />
      <Show loaded={list} rows={6}>
        {all => {
          const starting = all.people.filter(({ starts }) => starts)
          return (
            <>
              <p class="summary">{gateSentence(all)}</p>
              {all.checking && <Checking what="Something was written and is being worked out" />}
              <Facts
                of={stateNames.map(state => [
                  stateWords[state][1][0]!.toUpperCase() + stateWords[state][1].slice(1),
                  <Status is={stateWords[state][0]}>
                    <Count of={all.counts[state]} link={pageHref(view, '/gate')} />
                  </Status>,
                ])}
              />
              {starting.length > 0 && (
                <Section
                  title={`Starts on ${dateWords(all.day)} and is not cleared`}
                  count={plural(starting.length, 'placement')}
                >
                  <AtGate
                    view={view}
                    rows={starting}
                    label="Starts and is not cleared"
                    file="starts-not-cleared"
                  />
                </Section>
              )}
            </>
          )
        }}
      </Show>
      <FallsOutCalendar view={view} />
      <Lacking view={view} />
    </>
  )
}

const nowhere = { id: '', name: 'No site' }
const siteOf = ({ site }: Row) => (site?.id ? { id: site.id, name: site.name ?? site.id } : nowhere)

/** Each on the first day on which they may not be there. */
function FallsOutCalendar({ view }: { view: View }) {
  const from = dayAsked()
  const days = Array.from({ length: span }, (_, at) => daysAfter(from, at))
  const asked = { from, to: days.at(-1)!, days: 0, state: 'notCleared,unknown' }
  const outs = useRows(view, asked, notClearedFields)
  const out = parameter('out')
  return (
    <Show loaded={outs} rows={10}>
      {({ rows }) => {
        const chosen = rows.filter(row => row.day.slice(0, 10) === out && isAt(row, parameter('at')))
        return (
          <Section title="Who falls out when" count={`four weeks from ${dateWords(from)}`}>
            {rows.length === 0 ? (
              <Empty>Nobody falls out in these four weeks.</Empty>
            ) : (
              <ByDay view={view} rows={rows} days={days} asked={asked} />
            )}
            {out !== '' && (
              <NotClearedTable
                view={view}
                rows={chosen}
                title={`Falls out on ${dateWords(out)}`}
                file="falls-out"
              />
            )}
          </Section>
        )
      }}
    </Show>
  )
}

const isAt = (row: Row, site: string) => site === '' || siteOf(row).id === site

type ByDayProps = {
  view: View
  rows: readonly Row[]
  days: readonly string[]
  asked: Record<string, string | number>
}

function ByDay({ view, rows, days, asked }: ByDayProps) {
  const all = Map.groupBy(rows, row => siteOf(row).id)
  const sites = [...all]
    .map(([id, of]) => ({ id, name: siteOf(of[0]!).name, of }))
    .sort((one, other) => one.name.localeCompare(other.name))
  const most = Math.max(...sites.map(({ of }) => of.length))
  const cellsOf = (id: string, of: readonly Row[]) =>
    new Map(
      [...Map.groupBy(of, ({ day }) => day.slice(0, 10))].map(([day, those]): [string, GridCell] => [
        day,
        { value: those.length, of: most, link: pageHref(view, '', { out: day, at: id }) },
      ]),
    )
  const lines = sites.map(({ id, name, of }) => ({ name, cells: cellsOf(id, of) }))
  const later = rows.filter(({ day }) => day.slice(0, 10) > days[0]!).length
  return (
    <Chart
      of={{
        sentence: `${plural(rows.length - later, 'placement')} may not be there on ${dateWords(days[0]!)}, and ${plural(later, 'more falls', 'more fall')} out in the four weeks after it. Each is counted on the first day.`,
        head: ['Site', ...days],
        rows: lines.map(({ name, cells }) => [name, ...days.map(day => cells.get(day)?.value ?? 0)]),
        links: lines.map(({ cells }) => [undefined, ...days.map(day => cells.get(day)?.link)]),
        request: `/clearances${query({ ...filters(), ...asked })}`,
        file: 'who-falls-out-when',
      }}
    >
      <Grid
        rows={lines}
        columns={days}
        isAhead
        columnName={nameOfDay}
        label="Who falls out when, sites by days"
      />
    </Chart>
  )
}

/** The month only where it begins: every second day is named. */
const nameOfDay = (day: string): string =>
  Number(day.slice(8)) <= 2 ? dayOf(new Date(day)) : String(Number(day.slice(8)))

type Lack = { need: string; count: number }

function Lacking({ view }: { view: View }) {
  const asked = { ...filters(), on: dayAsked(), state: 'notCleared,unknown' }
  const path = `${view.base}/clearances/totals${query({ ...asked, groupBy: 'need', limit: 200 })}` as const
  const lacks = useLoaded(path, signal => get<Lack[]>(path as `/api${string}`, signal), { keeps: true })
  return (
    <Section title="What is lacking" count={`by name, on ${dateWords(dayAsked())}`}>
      <Show loaded={lacks} rows={5}>
        {all =>
          all.length === 0 ? (
            <Empty>Nothing that is asked for.</Empty>
          ) : (
            <Table
              label="What is lacking"
              file="what-is-lacking"
              stacks
              rows={all.toSorted((one, other) => other.count - one.count)}
              keyOf={({ need }) => need}
              columns={[
                {
                  head: 'What is asked for',
                  value: ({ need }) => need,
                  cell: ({ need }) => (
                    <a href={hrefAs(view, '/records/clearances', { ...asked, need })}>{need}</a>
                  ),
                },
                { head: 'Placements that lack it', number: true, value: ({ count }) => count },
              ]}
            />
          )
        }
      </Show>
    </Section>
  )
}
