// Hours and money of timesheets by week, project and agency, from the exact sums of the API.
import { parameter, setParameters } from '../../address.ts'
import { Bars, Columns } from '../../charts/bars.tsx'
import { Chart } from '../../charts/figure.tsx'
import { Choice } from '../../components/form.tsx'
import { Empty, Facts, Page, Section, Show } from '../../components/layout.tsx'
import { number, plural } from '../../components/text.tsx'
import { query } from '../../http.ts'
import { KeyView, type View } from '../../key-view.tsx'
import { useLoaded } from '../../use-loaded.ts'
import { type Every, every } from './every.ts'
import { PeriodFilters, period } from './period.tsx'

const hours = 'netHours'
const charge = 'values.charge.total'
const pay = 'values.pay.total'

type Sums = Record<typeof hours | typeof charge | typeof pay, number>
type Total = {
  weekEnding?: string | null
  project?: { id: string; name: string } | null
  agency?: { id: string; name: string } | null
  count: number
  sums: Sums
}
type All = { all: { count: number; sums: Sums } }

const states = ['approved', 'pending_approval', 'pending', 'cancelled', 'absent'] as const
const stateOf = () => {
  const given = parameter('status')
  return given === 'all' ? '' : given || 'approved'
}

const stateWords = (state: string) => state.replace('_', ' ') || 'all'

export function HoursAndMoney() {
  return (
    <Page
      title="Hours and money"
      note="Sums of timesheets whose week ends in these days, to the penny, as their totals give them."
    >
      <KeyView kind="company" scope="read:timesheets">
        {(view, chooser) => (
          <>
            <PeriodFilters view={view} chooser={chooser} printed={`${stateWords(stateOf())} timesheets`}>
              <Choice
                label="Timesheets"
                value={parameter('status') || 'approved'}
                onChange={status => setParameters({ status: status === 'approved' ? '' : status })}
                options={[...states.map(one => [one, stateWords(one)] as const), ['all', 'all of them']]}
              />
            </PeriodFilters>
            <Figures key={view.base} view={view} />
          </>
        )}
      </KeyView>
    </Page>
  )
}

const requestFor = (groupBy: string, sortBy?: string) =>
  `/timesheets/totals${query({
    groupBy,
    sum: [hours, charge, pay].join(),
    dateField: 'weekEnding',
    status: stateOf(),
    ...period(),
    ...(sortBy && { sortBy, sortOrder: 'desc' }),
  })}`

function useTotals(view: View, request: string) {
  return useLoaded(
    `${view.base}${request}`,
    signal => every<Total, All>(`${view.base}${request}`, { signal }),
    { keeps: true },
  )
}

const money = (value: number) =>
  value.toLocaleString('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const exact = (value: number) => value.toLocaleString('en-GB', { maximumFractionDigits: 4 })

function Figures({ view }: { view: View }) {
  const weekly = requestFor('weekEnding:week')
  const weeks = useTotals(view, weekly)
  return (
    <>
      <Show loaded={weeks} rows={10}>
        {totals => {
          const { all } = totals.meta
          if (all.count === 0)
            return <Empty>No timesheet is like this in these days. Try earlier ones, or all of them.</Empty>
          return (
            <>
              <Facts
                of={[
                  ['Timesheets', number(all.count)],
                  ['Net hours', exact(all.sums[hours])],
                  ['Charge', money(all.sums[charge])],
                  ['Pay', money(all.sums[pay])],
                  ['Charge an hour', all.sums[hours] > 0 ? money(all.sums[charge] / all.sums[hours]) : '–'],
                ]}
              />
              <Weekly of={totals} request={weekly} />
            </>
          )
        }}
      </Show>
      <Grouped view={view} by="project" />
      <Grouped view={view} by="agency" />
    </>
  )
}

function Weekly({ of, request }: { of: Every<Total, All>; request: string }) {
  const rows = of.rows.filter(({ weekEnding }) => weekEnding)
  const plotted = (what: string, file: string, words: (sums: Sums) => string) => ({
    sentence: `${what} in ${plural(rows.length, 'week')}; ${rows.at(-1)!.weekEnding}: ${words(rows.at(-1)!.sums)}.`,
    request,
    file,
    head: ['Week', 'Timesheets', 'Net hours', 'Charge', 'Pay'],
    rows: rows.map(({ weekEnding, count, sums }) => [
      weekEnding!,
      count,
      sums[hours],
      sums[charge],
      sums[pay],
    ]),
  })
  const hourly = plotted(`${exact(of.meta.all.sums[hours])} net hours`, 'hours-by-week', sums =>
    exact(sums[hours]),
  )
  const charged = plotted(`${money(of.meta.all.sums[charge])} charged`, 'charge-by-week', sums =>
    money(sums[charge]),
  )
  return (
    <Section title="By week" count="ISO weeks">
      <div class="cols">
        <Chart of={hourly}>
          <Columns
            label={hourly.sentence}
            unit="net hours"
            columns={rows.map(({ weekEnding, sums }) => ({
              name: weekEnding!.slice(5),
              value: sums[hours],
              words: `${weekEnding}  ${exact(sums[hours])} hours`,
            }))}
          />
        </Chart>
        <Chart of={charged}>
          <Columns
            label={charged.sentence}
            unit="charge"
            columns={rows.map(({ weekEnding, sums }) => ({
              name: weekEnding!.slice(5),
              value: sums[charge],
              words: `${weekEnding}  ${money(sums[charge])}`,
            }))}
          />
        </Chart>
      </div>
    </Section>
  )
}

const drawn = 12

/** The largest are drawn; the table and the CSV have them all. */
function Grouped({ view, by }: { view: View; by: 'project' | 'agency' }) {
  const request = requestFor(by, charge)
  const totals = useTotals(view, request)
  return (
    <Section
      title={by === 'project' ? 'By project' : 'By agency'}
      count={totals.data && plural(totals.data.total, by, by === 'agency' ? 'agencies' : 'projects')}
    >
      <Show loaded={totals} rows={8}>
        {({ rows, meta }) => {
          if (rows.length === 0) return <Empty>There is nothing to compare in these days.</Empty>
          const named = rows.map(row => ({ name: row[by]?.name ?? `no ${by}`, ...row }))
          const first = named[0]!
          const sentence = `${first.name} has the highest charge: ${money(first.sums[charge])} of ${money(meta.all.sums[charge])}, for ${exact(first.sums[hours])} hours.${named.length > drawn ? ` The ${drawn} largest are drawn.` : ''}`
          const plotted = {
            sentence,
            request,
            file: `hours-and-money-by-${by}`,
            head: [
              by === 'project' ? 'Project' : 'Agency',
              'Timesheets',
              'Net hours',
              'Charge',
              'Pay',
              'Charge an hour',
            ],
            rows: named.map(({ name, count, sums }) => [
              name,
              count,
              sums[hours],
              sums[charge],
              sums[pay],
              sums[hours] > 0 ? Math.round((sums[charge] / sums[hours]) * 100) / 100 : null,
            ]),
          }
          return (
            <Chart of={plotted}>
              <Bars
                label={sentence}
                bars={named.slice(0, drawn).map(({ name, sums }) => ({
                  name,
                  value: sums[charge],
                  words: `${money(sums[charge])}, ${exact(sums[hours])} h`,
                }))}
              />
            </Chart>
          )
        }}
      </Show>
    </Section>
  )
}
