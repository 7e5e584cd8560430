// What is at stake by agency and week, and by what is wrong: sums as the API gives them, each of which opens its findings.

import type { BillingCode } from '../../../src/api/billing-checks/codes.ts'
import { moneyText } from '../../../src/formats/number-text.ts'
import { weekUpTo } from '../../../src/formats/period.ts'
import { type Every, every } from '../../client/every.ts'
import { type LoadResult, useLoaded } from '../../client/use-loaded.ts'
import type { View } from '../../components/key-view.tsx'
import { Empty, Facts, Section, Show } from '../../components/layout.tsx'
import { daysWords } from '../../components/period.tsx'
import { type Column, Table, tableData, type ValueColumn } from '../../components/table.tsx'
import { TableActions } from '../../components/table-actions.tsx'
import { dayOf, plural } from '../../components/text.tsx'
import { checkFilters, findingsHref, otherParty, several, totalsRequest } from './filters.tsx'
import { CheckNotes, type ChecksMeta } from './notes.tsx'
import { codeWords, type MarkWord, markWords, type Stake, tooLittle, tooMuch } from './words.ts'

type Named = { id: string; name: string } | null
type Row = Stake & { weekEnding?: string; agency?: Named; company?: Named; code?: BillingCode }
type Totals = Every<Row, ChecksMeta & { all: Stake }>

export function useStakes(view: View, request: string | undefined): LoadResult<Totals> {
  const path = `${view.base}${request}`
  return useLoaded(request && path, signal => every<Row, Totals['meta']>(path, { signal, most: 20_000 }), {
    keeps: true,
  })
}

export function Stakes({ view }: { view: View }) {
  const party = otherParty(view)
  const stakes = useStakes(view, totalsRequest({ groupBy: `${party},weekEnding:day` }))
  return (
    <Show loaded={stakes} rows={10}>
      {({ rows, meta }) => (
        <>
          <p class="summary">{sentenceOf(meta.all)}</p>
          <CheckNotes of={meta} />
          {meta.all.count === 0 ? (
            <Empty>
              Try other weeks, or fewer filters. What may still be billed is told once its days of grace are
              over.
            </Empty>
          ) : (
            <>
              {checkFilters().mark === '' && <Marks view={view} />}
              <ByWeek view={view} rows={rows} all={meta.all} />
              <ByCode view={view} />
            </>
          )}
        </>
      )}
    </Show>
  )
}

export function sentenceOf(all: Stake): string {
  const when = daysWords(checkFilters())
  if (all.count === 0) return `Nothing is found in the weeks that end from ${when}.`
  const [much, little] = [tooMuch(all), tooLittle(all)]
  const parts = [much > 0 && `${moneyText(much)} too much`, little > 0 && `${moneyText(little)} too little`]
  const said = parts.filter(Boolean).join(' and ')
  return `${moneyText(all.sums.atStake)} is at stake in ${plural(all.count, 'finding')} of the weeks that end from ${when}${said && `: billed are ${said}`}.`
}

const marks = Object.keys(markWords) as MarkWord[]

/** How much of it somebody has looked at. */
function Marks({ view }: { view: View }) {
  const all = marks.map(mark => [mark, useStakes(view, totalsRequest({ mark })).data?.meta.all] as const)
  return (
    <Facts
      of={all.map(([mark, stake]) => [
        markWords[mark][1][0]!.toUpperCase() + markWords[mark][1].slice(1),
        stake && (stake.count > 0 ? <a href={findingsHref(view, { mark })}>{wordsOf(stake)}</a> : 'none'),
      ])}
    />
  )
}

const wordsOf = (stake: Stake) => `${moneyText(stake.sums.atStake)} in ${plural(stake.count, 'finding')}`

const nothing: Stake = { count: 0, sums: { amount: 0, atStake: 0 } }

/** In ten-thousandths, so that nothing is lost in adding. */
const sumOf = (stakes: readonly Stake[]): Stake => {
  const total = (of: (stake: Stake) => number) =>
    stakes.reduce((sum, stake) => sum + Math.round(of(stake) * 10_000), 0) / 10_000
  return {
    count: stakes.reduce((sum, { count }) => sum + count, 0),
    sums: { amount: total(({ sums }) => sums.amount), atStake: total(({ sums }) => sums.atStake) },
  }
}

/** What is billed too much, and what too little, which a difference would hide; and of how many findings. */
function StakeCell({ of, link }: { of: Stake; link: string }) {
  if (of.count === 0) return null
  const [much, little] = [tooMuch(of), tooLittle(of)]
  return (
    <a class="stake" href={link}>
      {much > 0 && <div>+{moneyText(much)}</div>}
      {little > 0 && <div>−{moneyText(little)}</div>}
      {much === 0 && little === 0 && <div>{moneyText(0)}</div>}
      <small>{plural(of.count, 'finding')}</small>
    </a>
  )
}

type Line = { id: string; name: string; weeks: ReadonlyMap<string, Stake>; all: Stake }

function linesOf(rows: readonly Row[], party: 'agency' | 'company'): Line[] {
  return [...Map.groupBy(rows, row => row[party]?.id ?? several)]
    .map(([id, of]) => ({
      id,
      name: of[0]![party]?.name ?? (party === 'agency' ? 'Several agencies' : 'Several companies'),
      weeks: new Map(of.map(row => [row.weekEnding!, row])),
      all: sumOf(of),
    }))
    .sort((one, other) => other.all.sums.atStake - one.all.sums.atStake)
}

function ByWeek({ view, rows, all }: { view: View; rows: readonly Row[]; all: Stake }) {
  const party = otherParty(view)
  const weeks = [...new Set(rows.map(({ weekEnding }) => weekEnding!))].sort()
  const lines = linesOf(rows, party)
  const whole: Line = {
    id: '',
    name: party === 'agency' ? 'All agencies' : 'All companies',
    weeks: new Map(weeks.map(week => [week, sumOf(rows.filter(row => row.weekEnding === week))])),
    all,
  }
  const of = ({ id }: Line) => (id === '' ? {} : { [party]: id })
  const columns: Column<Line>[] = [
    { head: party === 'agency' ? 'Agency' : 'Company', cell: ({ name }) => name },
    ...weeks.map(
      (week): Column<Line> => ({
        head: dayOf(new Date(week)),
        number: true,
        cell: line => (
          <StakeCell
            of={line.weeks.get(week) ?? nothing}
            link={findingsHref(view, { ...of(line), ...weekUpTo(week) })}
          />
        ),
      }),
    ),
    {
      head: 'All weeks',
      number: true,
      cell: line => <StakeCell of={line.all} link={findingsHref(view, of(line))} />,
    },
  ]
  return (
    <Section
      title={`By ${party} and week`}
      count="weeks by the Sunday that they end on; + too much, − too little"
    >
      <Table
        label={`At stake by ${party} and week`}
        stacks
        rows={[...lines, whole]}
        keyOf={({ id }) => id}
        rowClass={({ id }) => (id === '' ? 'sum' : undefined)}
        columns={columns}
      />
      <TableActions of={tableData('at-stake', fileColumns(party), rows)} />
    </Section>
  )
}

const stakeColumns: ValueColumn<Row>[] = [
  { head: 'Findings', value: ({ count }) => count },
  { head: 'Billed too much', money: true, value: tooMuch },
  { head: 'Billed too little', money: true, value: tooLittle },
]

const fileColumns = (party: 'agency' | 'company'): ValueColumn<Row>[] => [
  { head: party === 'agency' ? 'Agency' : 'Company', value: row => row[party]?.name ?? several },
  { head: 'Week ending', value: ({ weekEnding }) => weekEnding ?? null },
  ...stakeColumns,
]

function ByCode({ view }: { view: View }) {
  const codes = useStakes(view, totalsRequest({ groupBy: 'code' }))
  return (
    <Section title="By what is wrong" count={codes.data && plural(codes.data.rows.length, 'kind')}>
      <Show loaded={codes} rows={6}>
        {({ rows }) => (
          <Table
            label="At stake by what is wrong"
            file="at-stake-by-what-is-wrong"
            stacks
            rows={rows.toSorted((one, other) => other.sums.atStake - one.sums.atStake)}
            keyOf={({ code }) => code!}
            columns={[
              {
                head: 'What is wrong',
                value: ({ code }) => codeWords[code!],
                cell: ({ code }) => <a href={findingsHref(view, { code: code! })}>{codeWords[code!]}</a>,
              },
              ...stakeColumns.map(
                (column): ValueColumn<Row> => ({
                  ...column,
                  number: true,
                  cell: row => {
                    const value = column.value(row) as number
                    if (value === 0) return '–'
                    return (
                      <a href={findingsHref(view, { code: row.code! })}>
                        {column.money ? moneyText(value) : value}
                      </a>
                    )
                  },
                }),
              ),
            ]}
          />
        )}
      </Show>
    </Section>
  )
}
