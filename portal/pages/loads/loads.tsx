// Loads: what is being loaded, what was loaded and how it ended, and loading a file from here.

import { address, href, parameter, setParameters } from '../../client/address.ts'
import { request } from '../../client/http.ts'
import { mayOperate } from '../../client/session.ts'
import { useLoaded } from '../../client/use-loaded.ts'
import { usePages } from '../../client/use-pages.ts'
import { DownloadJson } from '../../components/download.tsx'
import { Choice, Filters } from '../../components/form.tsx'
import { Empty, Facts, Page, Section, Show, Status, type StatusKind } from '../../components/layout.tsx'
import { More, Table, type ValueColumn } from '../../components/table.tsx'
import { bytesWords, number, plural, Time } from '../../components/text.tsx'
import { Backups, Jobs } from './jobs.tsx'
import { type Load, type LoadState, stageWords } from './load.ts'
import { LoadFile, linesOf } from './load-file.tsx'
import { CountsTable, LoadEffects, Rejections, Warnings } from './load-report.tsx'
import { OneMapping, SavedMappings } from './saved-mappings.tsx'

export function Loads() {
  const [, , id, name] = address.value.path.split('/')
  if (id === 'mappings' && name) return <OneMapping key={name} name={name} />
  return id ? <OneLoad key={id} id={id} /> : <AllLoads />
}

const sources = { command: 'the command', http: 'HTTP', portal: 'the portal' } as const

const shapes: Record<LoadState, StatusKind> = {
  running: 'wait',
  done: 'ok',
  failed: 'alert',
  interrupted: 'alert',
}

function statusOf(load: Load): [is: StatusKind, words: string] {
  const { state, stage, rejected } = load
  if (state === 'running')
    return ['wait', stage && stage !== 'reading' ? (stageWords[stage] ?? stage) : 'running']
  if (state === 'done' && rejected > 0) return ['alert', `done, ${plural(rejected, 'line')} rejected`]
  return [shapes[state], state]
}

function LoadStatus({ of }: { of: Load }) {
  const [is, words] = statusOf(of)
  return <Status is={is}>{words}</Status>
}

const nameOf = (load: Load) => load.name ?? `from ${sources[load.source]}`

const columns: readonly ValueColumn<Load>[] = [
  {
    head: 'Load',
    value: load => `${nameOf(load)}${load.dryRun ? ' dry run' : ''}`,
    cell: load => <LoadLink of={load} />,
  },
  { head: 'By', value: load => load.who },
  {
    head: 'State',
    value: load => statusOf(load)[1],
    cell: load => <LoadStatus of={load} />,
  },
  { head: 'Lines', number: true, value: load => load.lines },
  { head: 'Created', number: true, value: load => load.counts.created ?? 0 },
  { head: 'Updated', number: true, value: load => load.counts.updated ?? 0 },
  { head: 'Deleted', number: true, value: load => load.counts.deleted ?? 0 },
  { head: 'Began', time: true, value: load => load.beganAt },
  { head: 'Took', number: true, value: tookWords },
]

function AllLoads() {
  const state = parameter('state')
  const loads = usePages(`loads ${state}`, {
    load: (after, signal) => request('GET /operator/loads', { query: { state, limit: 50, after }, signal }),
    everyMs: 2000,
  })
  return (
    <Page
      title="Loads"
      note="Records come in as lines of JSON, or as tables by a mapping: by ./muster load, over HTTP, or from here."
    >
      {mayOperate() && <LoadFile onEnded={() => void loads.reload()} />}
      <Section title="Loads" count="of the last 90 days">
        <Filters>
          <Choice
            label="State"
            value={state}
            onChange={chosen => setParameters({ state: chosen })}
            options={[
              ['', 'all'],
              ['running', 'running'],
              ['done', 'done'],
              ['failed', 'failed'],
              ['interrupted', 'interrupted'],
            ]}
          />
        </Filters>
        <Show loaded={loads}>
          {all =>
            all.length === 0 ? (
              <Empty>
                {state
                  ? 'No load ended like this.'
                  : 'Nothing was loaded yet. Drop a file above, or use ./muster load FILE.'}
              </Empty>
            ) : (
              <>
                <Table
                  label="Loads"
                  file="loads"
                  stacks
                  rows={all}
                  keyOf={load => load.id}
                  columns={columns}
                />
                <More onMore={loads.more} isLoading={loads.isLoadingMore} />
              </>
            )
          }
        </Show>
      </Section>
      <Jobs />
      <SavedMappings />
      <Backups />
    </Page>
  )
}

function LoadLink({ of }: { of: Load }) {
  return (
    <>
      <a href={href(`/loads/${of.id}`)}>{nameOf(of)}</a>
      {of.dryRun && <span class="muted"> dry run</span>}
    </>
  )
}

function tookWords({ beganAt, endedAt }: Load): string {
  if (!endedAt) return ''
  const seconds = (Date.parse(endedAt) - Date.parse(beganAt)) / 1000
  return seconds < 90 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds / 60)} min`
}

function OneLoad({ id }: { id: string }) {
  const load = useLoaded(id, signal => request('GET /operator/loads/{id}', { path: { id }, signal }), {
    everyMs: 2000,
  })
  const one = load.data
  return (
    <Page
      title={one ? nameOf(one) : 'Load'}
      note={
        <>
          <a href={href('/loads')}>All loads</a>
          {one && ` · by ${one.who}, through ${sources[one.source]}${one.dryRun ? ' · dry run' : ''}`}
        </>
      }
      actions={one && <DownloadJson of={one} file={`load-${one.id}`} />}
    >
      <Show loaded={load}>
        {one => (
          <>
            {one.error && <p class="wrong">{one.error}</p>}
            {one.state === 'interrupted' && (
              <p class="wrong">
                It ended without a word, most likely because the server or the command was stopped. What came
                before is loaded; loading the same file again changes nothing that is right.
              </p>
            )}
            <Facts
              of={[
                ['State', <LoadStatus of={one} />],
                ['Began', <Time at={one.beganAt} />],
                ['Ended', <Time at={one.endedAt} never="not yet" />],
                ['Took', tookWords(one) || '–'],
                ['Lines', number(one.lines)],
                // The command reads its files by itself, and tells lines alone.
                one.bytes > 0 && ['Read', bytesWords(one.bytes)],
                ['Options', optionsWords(one)],
              ]}
            />
            <Section title="What became of the lines" count={one.dryRun ? 'nothing was stored' : undefined}>
              <CountsTable counts={one.counts} rejected={one.rejected} lines={one.lines} />
              {one.outcome && <LoadEffects of={{ ...one.outcome, dryRun: one.dryRun }} />}
            </Section>
            <Rejections
              groups={one.rejections}
              total={one.rejected}
              notGrouped={one.notGrouped}
              lines={linesOf(id)}
            />
            <Warnings groups={one.outcome?.warnings ?? []} total={one.warned} />
          </>
        )}
      </Show>
    </Page>
  )
}

function optionsWords({ options }: Load): string {
  const types = options.snapshot ?? []
  const words = [
    options.mapping && `mapping ${options.mapping.name}, version ${options.mapping.version}`,
    options.patch && 'lines are patches',
    !options.events && 'no events',
    options.allowOlder && 'older lines allowed',
    types.length > 0 && `snapshot of ${types.join(', ')}`,
    options.company && `of company ${options.company}`,
  ].filter(Boolean)
  return words.join('; ') || 'none'
}
