// How a table is read: a mapping that was saved, or one that is proposed beside its first rows and corrected by choosing.
// What every choice means is for the server to say.
import { useState } from 'preact/hooks'
import type { OperatorAnswer } from '../../../src/operator/answers.ts'
import { useAction, Wrong } from '../../components/dialog.tsx'
import { Choice, LateField, TextField } from '../../components/form.tsx'
import { Show, Waiting } from '../../components/layout.tsx'
import { Code, plural, say } from '../../components/text.tsx'
import { request } from '../../http.ts'
import { useLoaded } from '../../use-loaded.ts'
import type { Choices, MappingTrial } from './load.ts'
import { MappingColumns } from './mapping-columns.tsx'
import { sampleOf, type TableSample } from './table-sample.ts'

/** What was decided so far of how a table is read. */
export type TableMapping = {
  /** The type of its rows, where somebody chose it. */
  type?: string | undefined
  /** What the mapping calls the files that it reads. */
  source?: string | undefined
  choices: Choices
  /** A mapping in place of the proposal: saved, from a file, or edited here. */
  text?: string | undefined
  /** Where it is one that was saved, as it was saved. */
  saved?: { name: string; version: number } | undefined
  /** What reads the table now; undefined until it can be used. */
  ready?: string | undefined
}

type Props = { file: File; mapping: TableMapping; onChange: (mapping: TableMapping) => void }

export function MappingOfTable({ file, mapping, onChange }: Props) {
  const { type, source, choices, text } = mapping
  const sample = useLoaded(`sample ${file.name} ${file.size} ${file.lastModified}`, () => sampleOf(file))
  const saved = useLoaded('mappings', signal => request('GET /operator/mappings', { signal }))
  const asked = JSON.stringify({ type, source, choices, text })
  const trial = useLoaded(
    sample.data && `trial ${file.name} ${asked}`,
    async signal => {
      const answer = await tryIt(sample.data!, mapping, signal)
      const ready = answer.problem === null ? (answer.proposal?.text ?? text) : undefined
      if (ready !== mapping.ready) onChange({ ...mapping, ready })
      return answer
    },
    { keeps: true },
  )
  /** Until the server has answered, it is not known whether it can be used. */
  const set = (changed: Partial<TableMapping>) => onChange({ ...mapping, ...changed, ready: undefined })
  return (
    <div class="mapping">
      <Which mapping={mapping} saved={saved.data ?? []} set={set} />
      {sample.error && <Wrong>The file cannot be read: {sample.error.message}</Wrong>}
      {sample.data ? (
        <Show loaded={trial} rows={6}>
          {answer => (
            <>
              <Proposed file={file} mapping={mapping} trial={answer} set={set} />
              <Text mapping={mapping} trial={answer} set={set} />
              <Tried trial={answer} />
              {mapping.ready !== undefined && (
                <Save
                  mapping={mapping}
                  text={mapping.ready}
                  known={saved.data ?? []}
                  onSaved={one => {
                    onChange({ ...mapping, saved: one, text: mapping.ready! })
                    void saved.reload()
                  }}
                />
              )}
            </>
          )}
        </Show>
      ) : (
        <Waiting />
      )}
    </div>
  )
}

const tryIt = (sample: TableSample, { type, source, choices, text }: TableMapping, signal: AbortSignal) =>
  request('POST /operator/mapping-proposals', {
    body: {
      ...sample,
      ...(text !== undefined ? { text } : { choices }),
      ...(type !== undefined && { type }),
      ...(source !== undefined && source !== '' && { source }),
    },
    signal,
  })

type Saved = OperatorAnswer<'GET /operator/mappings'>
type Set = (changed: Partial<TableMapping>) => void

function Which({ mapping, saved, set }: { mapping: TableMapping; saved: Saved; set: Set }) {
  const [busy, error, choose] = useAction(async (name: string) => {
    const { text, version } = await request('GET /operator/mappings/{id}', { path: { id: name } })
    set({ text, saved: { name, version } })
  })
  const value = mapping.saved ? `saved ${mapping.saved.name}` : mapping.text === undefined ? '' : 'text'
  return (
    <>
      <Choice
        label="The table is read by"
        value={value}
        onChange={chosen => {
          if (chosen === '') set({ text: undefined, saved: undefined })
          else if (chosen.startsWith('saved ')) void choose(chosen.slice('saved '.length))
        }}
        options={[
          ['', 'a mapping that is proposed'],
          ...saved.map(({ name, version }): [string, string] => [
            `saved ${name}`,
            `the mapping ${name}, version ${version}`,
          ]),
          ...(value === 'text' ? [['text', 'a mapping written by hand'] as [string, string]] : []),
        ]}
        hint={busy ? 'One moment …' : 'A mapping says what each column is, and how its values are written.'}
      />
      {error && <Wrong>{error}</Wrong>}
    </>
  )
}

type PartProps = { mapping: TableMapping; trial: MappingTrial; set: Set }

function Proposed({ file, mapping, trial, set }: PartProps & { file: File }) {
  const types = useLoaded('record types', signal => request('GET /operator/record-types', { signal }))
  if (mapping.text !== undefined) return null
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
        value={mapping.source ?? file.name.replace(/\.gz$/i, '')}
        onInput={source => set({ source })}
        hint="* stands for any letters: timesheets-*.csv reads the files of every week."
      />
      {proposal && (
        <MappingColumns
          proposal={proposal}
          choices={mapping.choices}
          onChange={choices => set({ choices })}
        />
      )}
    </>
  )
}

function Text({ mapping, trial, set }: PartProps) {
  const text = mapping.text ?? trial.proposal?.text
  const [draft, setDraft] = useState<string>()
  if (text === undefined) return null
  return (
    <details>
      <summary>The mapping as text</summary>
      {draft === undefined ? (
        <>
          <Code text={text} label="YAML, as ./muster load --map takes it" />
          <button type="button" onClick={() => setDraft(text)}>
            Edit the text
          </button>
        </>
      ) : (
        <>
          <TextField
            label="Mapping"
            reference
            rows={Math.min(30, draft.split('\n').length + 1)}
            value={draft}
            onInput={setDraft}
            hint="What is written here takes the place of what was chosen above."
          />
          <div class="actions">
            <button
              type="button"
              onClick={() => {
                set({ text: draft, saved: undefined })
                setDraft(undefined)
              }}
            >
              Use this text
            </button>
            <button type="button" onClick={() => setDraft(undefined)}>
              Cancel
            </button>
          </div>
        </>
      )}
    </details>
  )
}

const shownRows = 3

/** The first rows as they are, and the records that they become. */
function Tried({ trial: { tried, problem, proposal } }: { trial: MappingTrial }) {
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

type SaveProps = {
  mapping: TableMapping
  text: string
  known: Saved
  onSaved: (saved: { name: string; version: number }) => void
}

function Save({ mapping, text, known, onSaved }: SaveProps) {
  const [name, setName] = useState(mapping.saved?.name ?? '')
  const there = known.find(one => one.name === name)
  const [busy, error, save] = useAction(async () => {
    const after = there?.version ?? 0
    const saved = await request('POST /operator/mappings/{id}', { path: { id: name }, body: { text, after } })
    say(`Saved as ${saved.name}, version ${saved.version}.`)
    onSaved(saved)
  })
  if (mapping.saved && mapping.text === text)
    return (
      <p class="muted">
        It is saved as {mapping.saved.name}, version {mapping.saved.version}. A nightly job reads it with{' '}
        <code>./muster load --mapping {mapping.saved.name} FILE</code>.
      </p>
    )
  return (
    <form
      class="filters"
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <TextField
        label="Save the mapping as"
        value={name}
        onInput={setName}
        hint={there ? `It becomes version ${there.version + 1}.` : 'For the next file, and for nightly jobs.'}
      />
      <button type="submit" disabled={busy || name === ''}>
        Save
      </button>
      {error && <Wrong>{error}</Wrong>}
    </form>
  )
}
