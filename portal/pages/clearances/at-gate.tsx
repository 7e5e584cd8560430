// People of a gate list as a table: whom, from whom, where, and what they lack.
import type { View } from '../../components/key-view.tsx'
import { Table } from '../../components/table.tsx'
import { dateWords } from '../../components/text.tsx'
import type { GateRow } from './gate-list.ts'
import { placementColumns } from './placement-columns.tsx'

const needWords = ({ state, until, needs }: GateRow): string =>
  state === 'expiring'
    ? `Until ${dateWords(until!)}: ${needs.map(({ what }) => what).join(', ')}`
    : needs.map(({ what, why }) => why ?? what).join(' ')

const columnsOf = (view: View) =>
  placementColumns<GateRow>(view, row => ({
    ...row,
    lacking: needWords(row),
    note: row.starts && !row.mayEnter && <span class="starts">starts that day</span>,
  }))

type Props = { view: View; rows: readonly GateRow[]; label: string; hides?: readonly string[]; file?: string }

export function AtGate({ view, rows, label, hides = [], file }: Props) {
  const columns = columnsOf(view).filter(({ head }) => !hides.includes(head))
  const shared = { label, stacks: true, rows, columns, keyOf: ({ reference }: GateRow) => reference }
  return file === undefined ? <Table {...shared} /> : <Table {...shared} file={file} />
}
