// Placements that may not be on site from some day on: whose, from when, and why.
import { lackingText } from '../../../src/api/clearances/lacking.ts'
import type { View } from '../../components/key-view.tsx'
import { Section, Status } from '../../components/layout.tsx'
import { Table, type ValueColumn } from '../../components/table.tsx'
import { dateWords, plural } from '../../components/text.tsx'
import { pageHref, type Row } from './asking.ts'
import { stateWords } from './words.ts'

export const notClearedFields =
  'id,worker,agency,company,site,trade.name,assignment.reference,day,state,needs.source,needs.what,needs.status,needs.why'

export const lackingIn = ({ needs }: Row): string =>
  lackingText(needs.filter(({ status }) => status !== 'held'))

const columnsOf = (view: View): ValueColumn<Row>[] => [
  {
    head: 'Worker',
    value: ({ worker }) => worker.name ?? worker.reference ?? null,
    cell: ({ worker }) => (
      <>
        <a href={pageHref(view, `/workers/${worker.id}`)}>{worker.name ?? worker.reference}</a>{' '}
        <span class="ref muted">{worker.reference}</span>
      </>
    ),
  },
  { head: 'From', value: ({ day }) => day.slice(0, 10), cell: ({ day }) => dateWords(day.slice(0, 10)) },
  {
    head: 'State',
    value: ({ state }) => stateWords[state][1],
    cell: ({ state }) => <Status is={stateWords[state][0]}>{stateWords[state][1]}</Status>,
  },
  { head: 'What is lacking', long: true, value: lackingIn },
  { head: 'Agency', value: ({ agency }) => agency?.name ?? null },
  { head: 'Trade', value: ({ trade }) => trade?.name ?? null },
  { head: 'Site', value: ({ site }) => site?.name ?? null },
]

type Props = { view: View; rows: readonly Row[]; title: string; file: string; hides?: readonly string[] }

export function NotClearedTable({ view, rows, title, file, hides = [] }: Props) {
  const columns = columnsOf(view).filter(({ head }) => !hides.includes(head))
  const sorted = rows.toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
  return (
    <Section title={title} count={plural(rows.length, 'placement')}>
      <Table label={title} file={file} stacks rows={sorted} keyOf={({ id }) => id} columns={columns} />
    </Section>
  )
}
