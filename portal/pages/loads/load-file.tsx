// Loading files from here: first a dry run that says what would change, then the same in earnest. It goes on while
// other pages of the portal are looked at, but not when the portal is left.

import { signal } from '@preact/signals'
import { useRef, useState } from 'preact/hooks'
import { Problem } from '../../../src/errors/problem.ts'
import type { OperatorAnswer } from '../../../src/operator/answers.ts'
import { href } from '../../client/address.ts'
import { ApiError, request } from '../../client/http.ts'
import { useLoaded } from '../../client/use-loaded.ts'
import { useAction, Wrong } from '../../components/dialog.tsx'
import { DownloadJson } from '../../components/download.tsx'
import { Choice, TextField, Ticks } from '../../components/form.tsx'
import { Bar, Section, Show } from '../../components/layout.tsx'
import { OwnerPicker } from '../../components/owner-fields.tsx'
import { bytesWords, number, plural, say } from '../../components/text.tsx'
import { stageWords } from './load.ts'
import { type Report, WholeReport } from './load-report.tsx'
import { type LoadedFile, loadedFiles } from './loaded-file.ts'
import { MappingOfTables, type TablesMapping } from './table-mapping.tsx'

type Owner = OperatorAnswer<'GET /operator/owners'>[number]
type Options = {
  patch: boolean
  events: boolean
  allowOlder: boolean
  snapshot: string[]
  company: Owner | undefined
  deleteAtMost: string
}
type Work = {
  /** One file of lines, or all tables that were dropped together. */
  files: readonly LoadedFile[]
  /** How they are read, where they are tables. */
  mapping?: TablesMapping | undefined
  /** Files of lines that were dropped with it, one after the other. */
  next: readonly LoadedFile[]
  options: Options
  sending?: { id: string; dryRun: boolean }
  report?: Report
  error?: string
}

const usual: Options = {
  patch: false,
  events: true,
  allowOlder: false,
  snapshot: [],
  company: undefined,
  deleteAtMost: '',
}

const work = signal<Work | undefined>(undefined)

const titleOf = (files: readonly LoadedFile[]) => files.map(({ name }) => name).join(', ')
const sizeOf = (files: readonly LoadedFile[]) => files.reduce((sum, { content }) => sum + content.size, 0)

const warn = (event: BeforeUnloadEvent) => event.preventDefault()

const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), byte => byte.toString(16).padStart(2, '0')).join('')

async function start(dryRun: boolean): Promise<void> {
  const { sending: _, report: __, error: ___, ...now } = work.value!
  const { files, mapping, options } = now
  const id = newId()
  work.value = { ...now, sending: { id, dryRun } }
  addEventListener('beforeunload', warn)
  try {
    const isSnapshot = options.snapshot.length > 0
    const written = mapping && !mapping.saved ? new Blob([mapping.ready!]) : undefined
    const asked = {
      id,
      name: titleOf(files).slice(0, 255),
      tables:
        files.length > 1 ? JSON.stringify(files.map(({ name, content }) => [name, content.size])) : undefined,
      ...(mapping?.saved ? { saved: mapping.saved.name } : { mapping: written?.size }),
      dryRun: String(dryRun),
      rejects: 'true',
      events: String(options.events),
      patch: String(options.patch),
      allowOlder: String(options.allowOlder),
      snapshot: options.snapshot.join(','),
      company: isSnapshot ? options.company?.id : '',
      deleteAtMost: isSnapshot ? options.deleteAtMost : '',
    }
    const stream = new Blob([...(written ? [written] : []), ...files.map(({ content }) => content)])
    const report = await request('POST /operator/loads', { query: asked, stream })
    work.value = { ...now, report }
    say(dryRun ? 'The dry run has ended; nothing was stored.' : `${titleOf(files)} is loaded.`)
  } catch (thrown) {
    work.value = { ...now, error: (thrown as Error).message }
    if (!(thrown instanceof ApiError)) console.error(thrown)
  }
  removeEventListener('beforeunload', warn)
}

/** What was loaded last, where it is this load: the server keeps no line. */
export function linesOf(id: string): { of: Report; file: string } | undefined {
  const { report, files } = work.value ?? {}
  return report?.id === id && files ? { of: report, file: files[0]!.name } : undefined
}

const withoutLines = (report: Report) => ({
  ...report,
  rejections: report.rejections.map(({ text: _, ...rejection }) => rejection),
})

export function LoadFile({ onEnded }: { onEnded: () => void }) {
  const now = work.value
  if (!now) return <Drop />
  const { files, mapping, sending, report, error } = now
  const run = (dryRun: boolean) => void start(dryRun).then(onEnded)
  const isDone = report !== undefined && !report.dryRun
  return (
    <Section title={titleOf(files)} count={bytesWords(sizeOf(files))}>
      {sending ? (
        <Progress id={sending.id} size={sizeOf(files)} dryRun={sending.dryRun} />
      ) : (
        <>
          {error && <Wrong>{error}</Wrong>}
          {report && <Ended report={report} file={files[0]!.name} />}
          {!isDone && mapping && (
            <details open={!report}>
              <summary>Mapping</summary>
              <MappingOfTables
                files={files}
                mapping={mapping}
                onChange={changed => (work.value = changedIn({ mapping: changed }))}
                onLeaveOut={left =>
                  (work.value = changedIn({
                    files: files.filter(({ name }) => name !== left),
                    mapping: { ...mapping, ready: undefined },
                  }))
                }
              />
            </details>
          )}
          {!isDone && (
            <Chosen
              options={now.options}
              isOpen={!report}
              onChange={options => (work.value = changedIn({ options }))}
            />
          )}
          <div class="actions">
            {report?.dryRun && (
              <button type="button" class="main" onClick={() => run(false)}>
                Load it
              </button>
            )}
            {!isDone && (
              <button
                type="button"
                class={report ? undefined : 'main'}
                disabled={mapping !== undefined && mapping.ready === undefined}
                onClick={() => run(true)}
              >
                {report || error ? 'Dry run again' : 'Dry run'}
              </button>
            )}
            {report && (
              <DownloadJson
                of={withoutLines(report)}
                file={`${report.dryRun ? 'dry-run' : 'load'}-${report.id}`}
              />
            )}
            <button type="button" onClick={() => (work.value = workOn(now.next))}>
              {isDone ? (now.next[0] ? `Next: ${now.next[0].name}` : 'Another file') : 'Cancel'}
            </button>
          </div>
        </>
      )}
    </Section>
  )
}

function Ended({ report, file }: { report: Report; file: string }) {
  return (
    <div class="report">
      <p role="status">
        {report.dryRun
          ? `A dry run of ${plural(report.lines, 'line')}: nothing was stored.`
          : `${plural(report.lines, 'line')} loaded.`}
        {!report.dryRun && (
          <>
            {' '}
            <a href={href(`/loads/${report.id}`)}>Its page</a>
          </>
        )}
      </p>
      <WholeReport of={report} file={file} />
    </div>
  )
}

function Drop() {
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<string>()
  const [busy, error, take] = useAction(async (files: Iterable<File> = []) => {
    const all = [...files]
    const [mapping] = all.filter(isMapping)
    try {
      const text = await mapping?.text()
      work.value = workOn(await loadedFiles(all.filter(one => !isMapping(one))), text)
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown
      setRefused(thrown.message)
    }
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same
    <div
      class={isOver ? 'drop over' : 'drop'}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        event.preventDefault()
        setOver(false)
        void take(event.dataTransfer?.files)
      }}
    >
      <p>
        Drop files of lines or tables here, plain or gzip, or workbooks of Excel. Tables that are dropped
        together are one load. A mapping is proposed for them, or comes with them. A dry run comes first: it
        says what would change and stores nothing.
      </p>
      {(refused ?? error) && <Wrong>{refused ?? error}</Wrong>}
      <button type="button" class="main" disabled={busy} onClick={() => input.current?.click()}>
        {busy ? 'Reading …' : 'Choose a file'}
      </button>
      <input
        ref={input}
        class="aloud"
        type="file"
        tabIndex={-1}
        aria-label="File to load"
        accept=".ndjson,.jsonl,.json,.csv,.tsv,.txt,.xlsx,.xlsm,.yaml,.yml,.gz"
        multiple
        onChange={event => void take(event.currentTarget.files ?? [])}
      />
    </div>
  )
}

const isMapping = ({ name }: File) => /\.ya?ml$/i.test(name)

/** All tables together, or the first file of lines; the others wait. */
function workOn(all: readonly LoadedFile[], text?: string): Work | undefined {
  const tables = all.filter(({ isTable }) => isTable)
  const files = tables.length > 0 ? tables : all.slice(0, 1)
  if (files.length === 0) return undefined
  const next = all.filter(file => !files.includes(file))
  const mapping = tables.length > 0 ? { tables: {}, ...(text !== undefined && { text }) } : undefined
  return { files, mapping, next, options: usual }
}

/** What was found out before holds no longer. */
function changedIn(changed: Partial<Work>): Work {
  const { files, mapping, next, options } = work.value!
  return { files, mapping, next, options, ...changed }
}

function Progress({ id, size, dryRun }: { id: string; size: number; dryRun: boolean }) {
  // Until it has begun there is no such load.
  const load = useLoaded(
    `progress ${id}`,
    signal =>
      request('GET /operator/loads/{id}', { path: { id }, signal }).catch(error => {
        if (error instanceof ApiError && error.status === 404) return undefined
        throw error
      }),
    { everyMs: 1000 },
  )
  const { bytes = 0, lines = 0, rejected = 0, stage } = load.data ?? {}
  const isReading = !stage || stage === 'reading'
  return (
    <div class="progress" role="status">
      <p>
        <Bar share={isReading && size > 0 ? bytes / size : 1} isProgress>
          {isReading ? `${bytesWords(bytes)} of ${bytesWords(size)}` : (stageWords[stage] ?? stage)}
        </Bar>
      </p>
      <p class="muted">
        {number(lines)} lines, {number(rejected)} rejected.{' '}
        {dryRun ? 'This is the dry run: nothing is stored.' : 'It is being loaded.'} Stay in the portal until
        it has been sent.
      </p>
    </div>
  )
}

type ChosenProps = { options: Options; isOpen: boolean; onChange: (options: Options) => void }

function Chosen({ options, isOpen, onChange }: ChosenProps) {
  const set = (changed: Partial<Options>) => onChange({ ...options, ...changed })
  const flags = [
    options.patch && 'patch',
    options.allowOlder && 'older',
    !options.events && 'silent',
    options.snapshot.length > 0 && 'snapshot',
  ].filter(flag => flag !== false)
  const [isSnapshot, setSnapshot] = useState(options.snapshot.length > 0)
  return (
    <details open={isOpen}>
      <summary>Options</summary>
      <div class="cols">
        <Ticks
          label="How lines are taken"
          values={flags}
          onChange={values =>
            set({
              patch: values.includes('patch'),
              allowOlder: values.includes('older'),
              events: !values.includes('silent'),
            })
          }
          options={[
            [
              'patch',
              <>
                Lines are patches <span class="muted">they change only what they name; null clears</span>
              </>,
            ],
            [
              'older',
              <>
                Take older lines <span class="muted">also where what is stored was updated later</span>
              </>,
            ],
            [
              'silent',
              <>
                Tell nobody <span class="muted">no events: for filling in the past</span>
              </>,
            ],
          ]}
        />
        <div>
          <Choice
            label="What is not in the file"
            value={isSnapshot ? 'snapshot' : ''}
            onChange={value => {
              setSnapshot(value === 'snapshot')
              if (value === '') set({ snapshot: [], company: undefined, deleteAtMost: '' })
            }}
            options={[
              ['', 'stays as it is'],
              ['snapshot', 'is deleted: the file has all there is of some types'],
            ]}
          />
          {isSnapshot && <SnapshotOptions options={options} set={set} />}
        </div>
      </div>
    </details>
  )
}

function SnapshotOptions({ options, set }: { options: Options; set: (changed: Partial<Options>) => void }) {
  const types = useLoaded('record types', signal => request('GET /operator/record-types', { signal }))
  return (
    <>
      <Show loaded={types}>
        {all => (
          <Ticks
            label="The file has all there is of"
            values={options.snapshot}
            onChange={snapshot => set({ snapshot })}
            options={all.map(({ type, noun }) => [type, noun])}
          />
        )}
      </Show>
      <details>
        <summary>Of one company alone</summary>
        <OwnerPicker
          kind="company"
          chosen={options.company ? [options.company] : []}
          onChange={chosen => set({ company: chosen.at(-1) })}
        />
      </details>
      <TextField
        label="Delete at most"
        type="number"
        value={options.deleteAtMost}
        onInput={deleteAtMost => set({ deleteAtMost })}
        hint="One in ten of each type, where it is empty. Where more would go, nothing is deleted."
      />
    </>
  )
}
