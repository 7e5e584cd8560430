// One table of a load: what its rows are, what each column gives, and the first rows as the records that they become.

import { request } from '../../client/http.ts'
import { useLoaded } from '../../client/use-loaded.ts'
import { Wrong } from '../../components/dialog.tsx'
import { Choice, LateField } from '../../components/form.tsx'
import { Code, plural } from '../../components/text.tsx'
import type { Choices, TableTrial } from './load.ts'
import { MappingColumns } from './mapping-columns.tsx'

/** What was decided so far of how one table is read. */
export type TableChoices = {
  /** The type of its rows, where somebody chose it. */
  type?: string | undefined
  /** What the mapping calls the files that it reads. */
  source?: string | undefined
  choices: Choices
}

type Props = {
  trial: TableTrial
  /** Undefined where a mapping is given, and nothing is to be chosen. */
  chosen: TableChoices | undefined
  set: (changed: Partial<TableChoices>) => void
}

export function OneTable({ trial, chosen, set }: Props) {
  return (
    <>
      {chosen && <Proposed trial={trial} chosen={chosen} set={set} />}
      <Tried trial={trial} />
    </>
  )
}

function Proposed({ trial, chosen, set }: Props & { chosen: TableChoices }) {
  const types = useLoaded('record types', signal => request('GET /operator/record-types', { signal }))
  const { proposal } = trial
  return (
    <>
      <Choice
        label="Each row is"
        value={trial.type ?? ''}
        // What was chosen of one type says nothing about another.
        onChange={type => set({ type, choices: {} })}
        options={[
          ...(trial.type === null ? [['', 'choose what the rows are'] as [string, string]] : []),
          ...(types.data ?? []).map(({ type, noun }): [string, string] => [type, noun]),
        ]}
        {...(trial.type === null && { hint: 'The name of the file does not say it.' })}
      />
      <LateField
        label="In files called"
        value={chosen.source ?? trial.name.replace(/\.gz$/i, '')}
        onInput={source => set({ source })}
        hint="* stands for any letters: timesheets-*.csv reads the files of every week."
      />
      {proposal && (
        <MappingColumns
          table={trial.name}
          proposal={proposal}
          choices={chosen.choices}
          onChange={choices => set({ choices })}
        />
      )}
    </>
  )
}

const shownRows = 3

/** The first rows as they are, and the records that they become. */
function Tried({ trial: { tried, problem, proposal } }: { trial: TableTrial }) {
  const faulty = tried.filter(({ faults }) => faults.length > 0).length
  return (
    <>
      {proposal && proposal.missing > 0 ? (
        <Wrong>{plural(proposal.missing, 'thing is', 'things are')} still to be chosen above.</Wrong>
      ) : (
        problem !== null && <Wrong>{problem}</Wrong>
      )}
      {tried.length > 0 && (
        <>
          <h3>
            The first rows {faulty > 0 && <span class="muted">{plural(faulty, 'row')} with faults</span>}
          </h3>
          {tried.slice(0, shownRows).map(({ line, before, after, faults }) => (
            <div key={line} class="cols tried">
              <Code label={`Line ${line}`} text={before.map(rowText).join('\n--\n')} />
              <div>
                <Code
                  label="becomes"
                  text={after === undefined ? 'No record' : JSON.stringify(after, null, 2)}
                />
                {faults.map(({ path, reason, hint }) => (
                  <Wrong key={`${path} ${reason}`}>
                    <code>{path || 'the row'}</code> {reason}; {hint}
                  </Wrong>
                ))}
              </div>
            </div>
          ))}
        </>
      )}
    </>
  )
}

const rowText = (row: unknown) =>
  Object.entries(row as Record<string, unknown>)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n')
