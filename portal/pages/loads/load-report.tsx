// What a load did, or would do: counts, losses, events, what is missing, and why lines were rejected.
import type { OperatorAnswer } from '../../../src/operator/answers.ts'
import { saveFile } from '../../components/download.tsx'
import { Section } from '../../components/layout.tsx'
import { Table } from '../../components/table.tsx'
import { number, plural } from '../../components/text.tsx'
import type { RejectionGroup } from './load.ts'

/** The answer to a load. */
export type Report = OperatorAnswer<'POST /operator/loads'>

type Counts = { counts: Record<string, number>; rejected: number; lines: number }

const countWords: readonly (readonly [string, string, string])[] = [
  ['created', 'Created', 'were not there before'],
  ['updated', 'Updated', 'say something else than what was stored'],
  ['unchanged', 'Unchanged', 'say what was stored already'],
  ['older', 'Older', 'are older than what is stored, and left out'],
  ['deleted', 'Deleted', 'are gone'],
]

export function CountsTable({ counts, rejected, lines }: Counts) {
  const rows = [
    ...countWords.map(([name, head, words]) => ({ head, words, count: counts[name] ?? 0 })),
    { head: 'Rejected', words: 'cannot be right, and are set aside', count: rejected },
  ].filter(({ head, count }) => count > 0 || head === 'Created' || head === 'Updated' || head === 'Rejected')
  return (
    <Table
      label={`What became of ${plural(lines, 'line')}`}
      rows={rows}
      keyOf={row => row.head}
      columns={[
        { head: 'Records', cell: row => row.head },
        { head: 'Count', number: true, cell: row => number(row.count) },
        { head: 'They', cell: row => <span class="muted">{row.words}</span> },
      ]}
    />
  )
}

type RejectionProps = {
  groups: readonly RejectionGroup[]
  total: number
  notGrouped?: number
  /** Where the lines themselves are still at hand: what was loaded, and the name of its file. */
  lines?: { of: Report; file: string } | undefined
}

export function Rejections({ groups, total, notGrouped = 0, lines }: RejectionProps) {
  if (total === 0) return null
  return (
    <Section title="Rejected" count={plural(total, 'line')}>
      <Table
        label="Why lines were rejected"
        stacks
        rows={groups}
        keyOf={group => `${group.path} ${group.reason} ${group.fix}`}
        columns={[
          {
            head: 'Reason',
            cell: group => (
              <>
                <code>{group.path || 'the line'}</code> {group.reason}
              </>
            ),
          },
          { head: 'Lines', number: true, value: group => group.count },
          { head: 'Where', value: linesOf },
          { head: 'What to do', long: true, value: group => group.fix },
        ]}
      />
      {notGrouped > 0 && <p class="muted">{plural(notGrouped, 'more line')} for other reasons.</p>}
      {lines ? (
        <RejectedLines {...lines} />
      ) : (
        <p class="muted">
          The lines themselves hold personal data and are not kept on the server: whoever loads a file here
          can save them until another is loaded, and <code>./muster load</code> writes them to a file beside
          the one it loads.
        </p>
      )}
    </Section>
  )
}

/** The file that ./muster load would have written. The browser alone has the lines, until another file is loaded. */
function RejectedLines({ of, file }: { of: Report; file: string }) {
  const name = `${file}.rejects.ndjson`
  const save = () => {
    const lines = [...of.rejections, ...of.reasons.map(summary => ({ summary }))]
    const text = lines.map(line => `${JSON.stringify(line)}\n`).join('')
    saveFile(new Blob([text], { type: 'application/x-ndjson' }), name)
  }
  return (
    <>
      <div class="actions">
        <button type="button" onClick={save}>
          Download rejected lines
        </button>
      </div>
      <p class="muted">
        {of.rejections.length < of.rejected
          ? `The first ${number(of.rejections.length)} of them, with what is wrong with each; ./muster load writes them all.`
          : 'With what is wrong with each, as ./muster load writes them.'}{' '}
        They hold personal data and are not kept on the server: save them before you load another file.
      </p>
    </>
  )
}

/** Lines that were rejected for the same reason, the most frequent first, with the words of the first of them. */
function grouped(
  lines: readonly { line: number; file?: string; path: string; reason: string; hint?: string }[],
): RejectionGroup[] {
  const groups = Map.groupBy(lines, ({ path, reason, hint }) =>
    [general(path), reason.replace(/"[^"]*"/g, '""').replace(/\d+/g, '0'), hint].join('\n'),
  )
  return [...groups.values()]
    .map(all => ({
      path: general(all[0]!.path),
      reason: all[0]!.reason,
      fix: all[0]!.hint ?? '',
      count: all.length,
      lines: all.slice(0, 10).map(({ line }) => line),
      ...(all[0]!.file !== undefined && {
        where: all
          .slice(0, 10)
          .map(({ file, line }) => `${file} line ${line}`)
          .join(', '),
      }),
    }))
    .sort((one, other) => other.count - one.count)
}

const general = (path: string) => path.replace(/\.\d+(?=\.|$)/g, '.*')

const listed = (counts: Record<string, number>) =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .sort(([, one], [, other]) => other - one)

function Named({ counts, head, label }: { counts: Record<string, number>; head: string; label: string }) {
  return (
    <Table
      label={label}
      rows={listed(counts)}
      keyOf={([name]) => name}
      columns={[
        { head, cell: ([name]) => name },
        { head: 'Count', number: true, cell: ([, count]) => number(count) },
      ]}
    />
  )
}

type Did = Pick<Report, 'losses' | 'followed' | 'events' | 'dryRun' | 'missing' | 'notes'> & {
  snapshot?: Report['snapshot'] | null
  /** Not known of loads before that was told. */
  kept?: readonly RejectionGroup[] | undefined
}

/** What a load did, or would do, besides writing its own lines. */
export function LoadEffects({ of }: { of: Did }) {
  const missing = Object.entries(of.snapshot?.missing ?? {})
  const would = of.dryRun ? 'would be' : 'were'
  return (
    <>
      {of.notes?.map(note => (
        <p key={note} class="wrong">
          {note}
        </p>
      ))}
      {of.followed > 0 && (
        <p class="muted">
          {plural(of.followed, 'record')} {of.followed === 1 && !of.dryRun ? 'was' : would} brought up to date
          with what {of.followed === 1 ? 'it repeats' : 'they repeat'} of others.
        </p>
      )}
      {of.snapshot?.refused && (
        <p class="wrong">
          Nothing {of.dryRun ? 'would be' : 'was'} deleted: {of.snapshot.refused}.
        </p>
      )}
      {missing.length > 0 && (
        <>
          <h3>Not in the file</h3>
          <Table
            label="Stored records that are not in the file"
            rows={missing}
            keyOf={([type]) => type}
            columns={[
              { head: 'Type', cell: ([type]) => type },
              { head: 'Missing', number: true, cell: ([, { missing }]) => number(missing) },
              { head: 'Of', number: true, cell: ([, { of }]) => number(of) },
              { head: 'For example', reference: true, cell: ([type]) => examples(of, type) },
            ]}
          />
        </>
      )}
      {listed(of.losses).length > 0 && (
        <>
          <h3>{of.dryRun ? 'Would be taken away' : 'Taken away'} of workers</h3>
          <Named counts={of.losses} head="What" label="What is taken away of workers" />
        </>
      )}
      {of.kept && of.kept.length > 0 && (
        <>
          <h3>
            {of.dryRun ? 'Would stay' : 'Stays'}, because a person decided it here or it belongs to one agency
          </h3>
          <FaultTable
            label="What stays because it was decided here"
            groups={of.kept}
            reason="A line"
            fix="To end it"
          />
        </>
      )}
      <h3>Events {of.dryRun && 'that would fire'}</h3>
      {listed(of.events).length === 0 ? (
        <p class="muted">None: nobody {of.dryRun ? 'would be' : 'was'} told of anything.</p>
      ) : (
        <Named counts={of.events} head="Event" label="Events" />
      )}
    </>
  )
}

type FaultTableProps = {
  label: string
  groups: readonly RejectionGroup[]
  /** The headings of what is said of a line, and of what can be done about it. */
  reason: string
  fix?: string
}

function FaultTable({ label, groups, reason, fix }: FaultTableProps) {
  return (
    <Table
      label={label}
      stacks
      rows={groups}
      keyOf={group => `${group.path} ${group.reason}`}
      columns={[
        { head: 'Where', cell: group => <code>{group.path}</code> },
        { head: 'Lines', number: true, value: group => group.count },
        { head: 'Which', value: linesOf },
        { head: reason, long: true, value: group => group.reason },
        ...(fix ? [{ head: fix, long: true, value: (group: RejectionGroup) => group.fix }] : []),
      ]}
    />
  )
}

const examples = ({ missing = [] }: Did, type: string) =>
  missing
    .filter(one => one.type === type)
    .slice(0, 3)
    .map(({ id }) => id)
    .join(', ')

export function Warnings({ groups, total }: { groups: readonly RejectionGroup[]; total: number }) {
  if (total === 0) return null
  return (
    <Section title="Warnings" count={plural(total, 'warning')}>
      <p class="muted">These can hardly be right. They are taken as given, unless a load is strict.</p>
      <FaultTable label="What can hardly be right" groups={groups} reason="Warning" />
    </Section>
  )
}

const linesOf = ({ lines, where, count }: RejectionGroup) =>
  `${where ?? lines.join(', ')}${count > lines.length ? ' …' : ''}`

export function WholeReport({ of, file }: { of: Report; file: string }) {
  return (
    <>
      <CountsTable counts={of.counts} rejected={of.rejected} lines={of.lines} />
      <LoadEffects of={{ ...of, kept: of.kept.map(({ hint, ...group }) => ({ ...group, fix: hint })) }} />
      <Warnings groups={grouped(of.warnings)} total={of.warned} />
      <Rejections groups={grouped(of.rejections)} total={of.rejected} lines={{ of, file }} />
    </>
  )
}
