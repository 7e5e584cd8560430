// People of a gate list as a table: whom, from whom, where, and what they lack.
import type { View } from '../../components/key-view.tsx'
import { Status } from '../../components/layout.tsx'
import { Table, type ValueColumn } from '../../components/table.tsx'
import { dateWords } from '../../components/text.tsx'
import { pageHref } from './asking.ts'
import type { GateRow } from './gate-list.ts'
import { stateWords } from './words.ts'

const needWords = ({ state, until, needs }: GateRow): string =>
  state === 'expiring'
    ? `Until ${dateWords(until!)}: ${needs.map(({ what }) => what).join(', ')}`
    : needs.map(({ what, why }) => why ?? what).join(' ')

const columnsOf = (view: View): ValueColumn<GateRow>[] => [
  {
    head: 'Worker',
    value: ({ worker }) => worker.name ?? worker.reference ?? null,
    cell: ({ worker }) => (
      <>
        {worker.id ? (
          <a href={pageHref(view, `/workers/${worker.id}`)}>{worker.name ?? worker.reference}</a>
        ) : (
          worker.name
        )}{' '}
        <span class="ref muted">{worker.reference}</span>
      </>
    ),
  },
  {
    head: 'State',
    value: ({ state }) => stateWords[state][1],
    cell: ({ state, starts, mayEnter }) => (
      <>
        <Status is={stateWords[state][0]}>{stateWords[state][1]}</Status>
        {starts && !mayEnter && <span class="starts">starts that day</span>}
      </>
    ),
  },
  { head: 'What is lacking', long: true, value: needWords },
  { head: 'Agency', value: ({ agency }) => agency ?? null },
  { head: 'Trade', value: ({ trade }) => trade ?? null },
  { head: 'Site', value: ({ site }) => site ?? null },
]

type Props = { view: View; rows: readonly GateRow[]; label: string; hides?: readonly string[]; file?: string }

export function AtGate({ view, rows, label, hides = [], file }: Props) {
  const columns = columnsOf(view).filter(({ head }) => !hides.includes(head))
  const shared = { label, stacks: true, rows, columns, keyOf: ({ reference }: GateRow) => reference }
  return file === undefined ? <Table {...shared} /> : <Table {...shared} file={file} />
}
