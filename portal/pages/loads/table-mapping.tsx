// How tables are read that are loaded together: by a mapping that was saved, or one that is proposed beside their first rows and
// corrected by choosing. What every choice means is for the server to say.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { OperatorAnswer } from '../../../src/operator/answers.ts'
import { request } from '../../client/http.ts'
import { useLoaded } from '../../client/use-loaded.ts'
import { useAction, Wrong } from '../../components/dialog.tsx'
import { Choice, TextField } from '../../components/form.tsx'
import { Show, Waiting } from '../../components/layout.tsx'
import { Code, plural, say } from '../../components/text.tsx'
import type { MappingTrial, TableTrial } from './load.ts'
import type { LoadedFile } from './loaded-file.ts'
import { OneTable, type TableChoices } from './one-table.tsx'
import { samplesOf, type TableSample } from './table-sample.ts'

/** What was decided so far of how tables are read. */
export type TablesMapping = {
  /** By the names of their files. */
  tables: Readonly<Record<string, TableChoices>>
  /** A mapping in place of the proposal: saved, from a file, or edited here. */
  text?: string | undefined
  /** Where it is one that was saved, as it was saved. */
  saved?: { name: string; version: number } | undefined
  /** What reads the tables now; undefined until it can be used. */
  ready?: string | undefined
}

type Props = {
  files: readonly LoadedFile[]
  mapping: TablesMapping
  onChange: (mapping: TablesMapping) => void
  onLeaveOut: (name: string) => void
}

const nothingChosen: TableChoices = { choices: {} }

export function MappingOfTables({ files, mapping, onChange, onLeaveOut }: Props) {
  const { tables, text } = mapping
  const names = files.map(({ name, content }) => `${name} ${content.size}`).join(', ')
  const samples = useLoaded(`samples ${names}`, () => samplesOf(files))
  const saved = useLoaded('mappings', signal => request('GET /operator/mappings', { signal }))
  const trial = useLoaded(
    samples.data && `trial ${names} ${JSON.stringify({ tables, text })}`,
    async signal => {
      const answer = await tryIt(samples.data!, mapping, signal)
      const isUsable = answer.problem === null && answer.tables.every(({ problem }) => problem === null)
      const ready = isUsable ? (answer.text ?? undefined) : undefined
      if (ready !== mapping.ready) onChange({ ...mapping, ready })
      return answer
    },
    { keeps: true },
  )
  /** Until the server has answered, it is not known whether it can be used. */
  const set = (changed: Partial<TablesMapping>) => onChange({ ...mapping, ...changed, ready: undefined })
  const setTable = (name: string) => (changed: Partial<TableChoices>) =>
    set({ tables: { ...tables, [name]: { ...nothingChosen, ...tables[name], ...changed } } })
  return (
    <div class="mapping">
      <Which isSeveral={files.length > 1} mapping={mapping} saved={saved.data ?? []} set={set} />
      {samples.error && <Wrong>The file cannot be read: {samples.error.message}</Wrong>}
      {samples.data ? (
        <Show loaded={trial} rows={6}>
          {answer => (
            <>
              <Tables
                trial={answer}
                chosenOf={name => (text === undefined ? (tables[name] ?? nothingChosen) : undefined)}
                setTable={setTable}
                onLeaveOut={onLeaveOut}
              />
              {answer.problem !== null && answer.tables.every(({ problem }) => problem === null) && (
                <Wrong>{answer.problem}</Wrong>
              )}
              <Text mapping={mapping} trial={answer} set={set} />
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

type TablesProps = {
  trial: MappingTrial
  chosenOf: (name: string) => TableChoices | undefined
  setTable: (name: string) => (changed: Partial<TableChoices>) => void
  onLeaveOut: (name: string) => void
}

/** One table as it is; several under their names, those first opened that want something. */
function Tables({ trial, chosenOf, setTable, onLeaveOut }: TablesProps) {
  const [only, ...others] = trial.tables
  const of = (table: TableTrial) => (
    <OneTable trial={table} chosen={chosenOf(table.name)} set={setTable(table.name)} />
  )
  if (others.length === 0) return of(only!)
  return (
    <>
      {trial.tables.map(table => (
        <Folded key={table.name} trial={table}>
          {of(table)}
          <button type="button" onClick={() => onLeaveOut(table.name)}>
            Leave {table.name} out
          </button>
        </Folded>
      ))}
    </>
  )
}

function Folded({ trial, children }: { trial: TableTrial; children: ComponentChildren }) {
  const state = stateOf(trial)
  const [isOpen, setOpen] = useState(state.isWanting)
  return (
    <details class="one-table" open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>
        <h3>{trial.name}</h3> <span class={state.isWanting ? 'wants' : 'muted'}>{state.words}</span>
      </summary>
      {isOpen && children}
    </details>
  )
}

function stateOf({ type, problem, proposal, tried }: TableTrial): { isWanting: boolean; words: string } {
  const missing = proposal?.missing ?? 0
  const faulty = tried.filter(({ faults }) => faults.length > 0).length
  if (problem === null && type === null && proposal === null && tried.length === 0)
    return { isWanting: true, words: 'choose what its rows are' }
  if (missing > 0) return { isWanting: true, words: `${plural(missing, 'thing')} to choose` }
  if (problem !== null) return { isWanting: true, words: 'cannot be read so' }
  if (faulty > 0) return { isWanting: true, words: `${plural(faulty, 'row')} with faults` }
  return { isWanting: false, words: type === null ? 'read by the mapping' : `each row is one ${type}` }
}

const tryIt = (samples: readonly TableSample[], { tables, text }: TablesMapping, signal: AbortSignal) =>
  request('POST /operator/mapping-proposals', {
    body: {
      tables: samples.map(sample => {
        const { type, source, choices } = tables[sample.name] ?? nothingChosen
        if (text !== undefined) return sample
        return {
          ...sample,
          choices,
          ...(type !== undefined && { type }),
          ...(source !== undefined && source !== '' && { source }),
        }
      }),
      ...(text !== undefined && { text }),
    },
    signal,
  })

type Saved = OperatorAnswer<'GET /operator/mappings'>
type Set = (changed: Partial<TablesMapping>) => void

type WhichProps = { isSeveral: boolean; mapping: TablesMapping; saved: Saved; set: Set }

function Which({ isSeveral, mapping, saved, set }: WhichProps) {
  const [busy, error, choose] = useAction(async (name: string) => {
    const { text, version } = await request('GET /operator/mappings/{id}', { path: { id: name } })
    set({ text, saved: { name, version } })
  })
  const value = mapping.saved ? `saved ${mapping.saved.name}` : mapping.text === undefined ? '' : 'text'
  return (
    <>
      <Choice
        label={isSeveral ? 'The tables are read by' : 'The table is read by'}
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

type TextProps = { mapping: TablesMapping; trial: MappingTrial; set: Set }

function Text({ mapping, trial, set }: TextProps) {
  const text = mapping.text ?? trial.text
  const [draft, setDraft] = useState<string>()
  if (text === null) return null
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

type SaveProps = {
  mapping: TablesMapping
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
