// Placements that may not be on site from some day on: whose, from when, and why.
import { lackingText } from '../../../src/api/clearances/lacking.ts'
import type { View } from '../../components/key-view.tsx'
import { Section } from '../../components/layout.tsx'
import { Table } from '../../components/table.tsx'
import { dateWords, plural } from '../../components/text.tsx'
import type { Row } from './asking.ts'
import { placementColumns } from './placement-columns.tsx'

export const notClearedFields =
  'id,worker,agency,company,site,trade.name,assignment.reference,day,state,needs.source,needs.what,needs.status,needs.why'

export const lackingIn = ({ needs }: Row): string =>
  lackingText(needs.filter(({ status }) => status !== 'held'))

const columnsOf = (view: View) =>
  placementColumns<Row>(
    view,
    row => ({
      worker: row.worker,
      state: row.state,
      lacking: lackingIn(row),
      agency: row.agency?.name,
      trade: row.trade?.name,
      site: row.site?.name,
    }),
    [
      {
        head: 'From',
        value: ({ day }) => day.slice(0, 10),
        cell: ({ day }) => dateWords(day.slice(0, 10)),
      },
    ],
  )

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
