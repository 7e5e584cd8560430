// What tables of placements show of each: whom, how they stand, what they lack, from whom and where.
import type { ComponentChildren } from 'preact'
import type { ClearanceState } from '../../../src/api/clearances/words.ts'
import type { View } from '../../components/key-view.tsx'
import { Status } from '../../components/layout.tsx'
import type { ValueColumn } from '../../components/table.tsx'
import { pageHref } from './asking.ts'
import { stateWords } from './words.ts'

type Name = string | null | undefined
type Worker = { id?: Name; name?: Name; reference?: Name }

/** Of a row what these columns show; `note` stands beside the state. */
type ShownPlacement = {
  worker: Worker
  state: ClearanceState
  note?: ComponentChildren
  lacking: string
  agency?: Name
  trade?: Name
  site?: Name
}

/** `inner` come after the worker. */
export const placementColumns = <R,>(
  view: View,
  shown: (row: R) => ShownPlacement,
  inner: readonly ValueColumn<R>[] = [],
): ValueColumn<R>[] => [
  {
    head: 'Worker',
    value: row => nameOf(shown(row).worker) ?? null,
    cell: row => <WorkerName view={view} worker={shown(row).worker} />,
  },
  ...inner,
  {
    head: 'State',
    value: row => stateWords[shown(row).state][1],
    cell: row => {
      const { state, note } = shown(row)
      return (
        <>
          <Status is={stateWords[state][0]}>{stateWords[state][1]}</Status>
          {note}
        </>
      )
    },
  },
  { head: 'What is lacking', long: true, value: row => shown(row).lacking },
  { head: 'Agency', value: row => shown(row).agency ?? null },
  { head: 'Trade', value: row => shown(row).trade ?? null },
  { head: 'Site', value: row => shown(row).site ?? null },
]

const nameOf = ({ name, reference }: Worker) => name ?? reference

function WorkerName({ view, worker }: { view: View; worker: Worker }) {
  return (
    <>
      {worker.id ? <a href={pageHref(view, `/workers/${worker.id}`)}>{nameOf(worker)}</a> : worker.name}{' '}
      <span class="ref muted">{worker.reference}</span>
    </>
  )
}
