// Hours and money of timesheets by week, project and agency, from the exact sums of the API.

import { moneyText as money } from '../../../src/formats/number-text.ts'
import { daysOfWeek, overlapOf } from '../../../src/formats/period.ts'
import { Bars, Columns } from '../../charts/bars.tsx'
import { Chart } from '../../charts/figure.tsx'
import { parameter, setParameters } from '../../client/address.ts'
import { type Every, every } from '../../client/every.ts'
import { query } from '../../client/http.ts'
import { useLoaded } from '../../client/use-loaded.ts'
import { Choice } from '../../components/form.tsx'
import { KeptViews } from '../../components/kept-views.tsx'
import { hrefAs, KeyView, type View } from '../../components/key-view.tsx'
import { Empty, Facts, Page, Section, Show } from '../../components/layout.tsx'
import { daysWords, PeriodFilters, period, periodBefore } from '../../components/period.tsx'
import { number, plural } from '../../components/text.tsx'

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
      actions={<KeptViews />}
    >
      <KeyView kind="company" calls="GET /timesheets/totals">
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

type Period = ReturnType<typeof period>

/** The filters of the figures, as the list of timesheets takes them. */
const filtersFor = (of: Period) => ({ dateField: 'weekEnding', status: stateOf(), ...of })

const requestFor = (groupBy: string, { sortBy, of = period() }: { sortBy?: string; of?: Period } = {}) =>
  `/timesheets/totals${query({
    groupBy,
    sum: [hours, charge, pay].join(),
    ...filtersFor(of),
    ...(sortBy && { sortBy, sortOrder: 'desc' }),
  })}`

/** The timesheets that a figure is made of. */
const timesheets = (view: View, narrowed: Partial<Period> = {}) =>
  hrefAs(view, '/records/timesheets', filtersFor({ ...period(), ...narrowed }))

function useTotals(view: View, request: string) {
  return useLoaded(
    `${view.base}${request}`,
    signal => every<Total, All>(`${view.base}${request}`, { signal }),
    { keeps: true },
  )
}

const exact = (value: number) => value.toLocaleString('en-GB', { maximumFractionDigits: 4 })
const hourWords = (value: number) => `${exact(value)} ${value === 1 ? 'hour' : 'hours'}`

function Figures({ view }: { view: View }) {
  const weekly = requestFor('weekEnding:week')
  const weeks = useTotals(view, weekly)
  const before = useTotals(view, requestFor('', { of: periodBefore() }))
  return (
    <>
      <Show loaded={weeks} rows={10}>
        {totals => {
          const { all } = totals.meta
          if (all.count === 0)
            return <Empty>No timesheet is like this in these days. Try earlier ones, or all of them.</Empty>
          return (
            <>
              <Totals view={view} all={all} before={before.data?.meta.all} />
              <Weekly view={view} of={totals} request={weekly} />
            </>
          )
        }}
      </Show>
      <Grouped view={view} by="project" />
      <Grouped view={view} by="agency" />
    </>
  )
}

type Whole = All['all']

const perHour = ({ sums }: Whole) => (sums[hours] > 0 ? sums[charge] / sums[hours] : undefined)

/** Each with what it was in the period before, once that is known. */
function Totals({ view, all, before }: { view: View; all: Whole; before: Whole | undefined }) {
  const compared = (of: (whole: Whole) => number | undefined, words: (value: number) => string) => {
    const [now, then] = [of(all), before && of(before)]
    const said = now === undefined ? '–' : words(now)
    return (
      <>
        <a href={timesheets(view)}>{said}</a>
        {before && <small class="muted before">{changeWords(now, then, words)}</small>}
      </>
    )
  }
  return (
    <>
      <Facts
        of={[
          ['Timesheets', compared(({ count }) => count, number)],
          ['Net hours', compared(({ sums }) => sums[hours], exact)],
          ['Charge', compared(({ sums }) => sums[charge], money)],
          ['Pay', compared(({ sums }) => sums[pay], money)],
          ['Charge an hour', compared(perHour, value => money(Math.round(value * 100) / 100))],
        ]}
      />
      {before && (
        <p class="muted">
          Compared with <a href={timesheets(view, periodBefore())}>{daysWords(periodBefore())}</a>, the period
          before.
        </p>
      )}
    </>
  )
}

/** `+4.2 % from 1,200`; without a share where there was nothing to compare with. */
function changeWords(now: number | undefined, then: number | undefined, words: (value: number) => string) {
  if (then === undefined || now === undefined) return 'not known before'
  if (then === 0) return `${words(0)} before`
  const share = ((now - then) / Math.abs(then)) * 100
  const sign = share > 0 ? '+' : share < 0 ? '−' : '±'
  return `${sign}${Math.abs(share).toFixed(1)} % from ${words(then)}`
}

type WeeklyProps = { view: View; of: Every<Total, All>; request: string }

function Weekly({ view, of, request }: WeeklyProps) {
  const rows = of.rows.filter(({ weekEnding }) => weekEnding)
  const links = rows.map(({ weekEnding }) => timesheets(view, overlapOf(daysOfWeek(weekEnding!), period())))
  const plotted = (what: string, file: string, words: (sums: Sums) => string) => ({
    sentence: `${what} in ${plural(rows.length, 'week')}; ${rows.at(-1)!.weekEnding}: ${words(rows.at(-1)!.sums)}.`,
    request,
    file,
    head: ['Week', 'Timesheets', 'Net hours', 'Charge', 'Pay'],
    money: ['Charge', 'Pay'],
    rows: rows.map(({ weekEnding, count, sums }) => [
      weekEnding!,
      count,
      sums[hours],
      sums[charge],
      sums[pay],
    ]),
    links,
  })
  const hourly = plotted(`${exact(of.meta.all.sums[hours])} net hours`, 'hours-by-week', sums =>
    hourWords(sums[hours]),
  )
  const charged = plotted(`${money(of.meta.all.sums[charge])} charged`, 'charge-by-week', sums =>
    money(sums[charge]),
  )
  const columns = (of: (sums: Sums) => number, words: (value: number) => string) =>
    rows.map(({ weekEnding, sums }, at) => ({
      name: weekEnding!.slice(5),
      value: of(sums),
      words: `${weekEnding}  ${words(of(sums))}`,
      link: links[at],
    }))
  return (
    <Section title="By week" count="ISO weeks">
      <div class="cols">
        <Chart of={hourly}>
          <Columns
            label={hourly.sentence}
            unit="net hours"
            columns={columns(sums => sums[hours], hourWords)}
          />
        </Chart>
        <Chart of={charged}>
          <Columns label={charged.sentence} unit="charge, £" columns={columns(sums => sums[charge], money)} />
        </Chart>
      </div>
    </Section>
  )
}

const drawn = 12

/** The largest are drawn; the table and the files have them all. */
function Grouped({ view, by }: { view: View; by: 'project' | 'agency' }) {
  const request = requestFor(by, { sortBy: charge })
  const totals = useTotals(view, request)
  return (
    <Section
      title={by === 'project' ? 'By project' : 'By agency'}
      count={totals.data && plural(totals.data.total, by, by === 'agency' ? 'agencies' : 'projects')}
    >
      <Show loaded={totals} rows={8}>
        {({ rows, meta }) => {
          if (rows.length === 0) return <Empty>There is nothing to compare in these days.</Empty>
          const named = rows.map(row => ({
            name: row[by]?.name ?? `no ${by}`,
            // No filter finds those without one.
            link: row[by] ? timesheets(view, { [by]: row[by].id }) : undefined,
            ...row,
          }))
          const first = named[0]!
          const sentence = `${first.name} has the highest charge: ${money(first.sums[charge])} of ${money(meta.all.sums[charge])}, for ${hourWords(first.sums[hours])}.${named.length > drawn ? ` The ${drawn} largest are drawn.` : ''}`
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
            money: ['Charge', 'Pay', 'Charge an hour'],
            rows: named.map(({ name, count, sums }) => [
              name,
              count,
              sums[hours],
              sums[charge],
              sums[pay],
              sums[hours] > 0 ? Math.round((sums[charge] / sums[hours]) * 100) / 100 : null,
            ]),
            links: named.map(({ link }) => link),
          }
          return (
            <Chart of={plotted}>
              <Bars
                label={sentence}
                bars={named.slice(0, drawn).map(({ name, sums, link }) => ({
                  name,
                  value: sums[charge],
                  words: `${money(sums[charge])} for ${hourWords(sums[hours])}`,
                  link,
                }))}
              />
            </Chart>
          )
        }}
      </Show>
    </Section>
  )
}
