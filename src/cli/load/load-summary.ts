// What `muster load` says at its end, for people: what came of the lines, and what is wrong with those that were rejected.
import type { LoadReport } from '../../load/load-report.ts'
import type { Places } from '../../load/places.ts'
import type { FaultGroup } from '../../shape/fault-groups.ts'
import { countTexts, readableCount } from '../command.ts'
import type { Job } from './mapped.ts'

/** Where rejected lines are, and why not all of them, if so. */
export type RejectsPlace = { rejectsFile?: string; rejectsProblem?: string }

/** Where there are several files, the first lines are told with the file that each is in. */
export function withPlaces(group: FaultGroup, places: Places) {
  const inSources = group.lines.map(line => places.of(line))
  const inFiles = inSources.some(({ file }) => file !== undefined)
  return {
    ...group,
    lines: inFiles ? inSources.map(({ file, line }) => `${file}:${line}`) : inSources.map(({ line }) => line),
  }
}

/** Rows with the id of another row, and other values: which of them is right, only the source knows. */
const toldRepeats = (jobs: readonly Job[], places: Places) =>
  jobs
    .filter(({ repeated }) => repeated.count > 0)
    .map(
      ({ mapping, repeated: { count: times, lines } }) =>
        `  ${readableCount(times)} × ${mapping.type}: ${places.text(lines)}${times > lines.length ? ', …' : ''}`,
    )

export function loadSummary(
  report: LoadReport,
  places: Places,
  { rejectsFile: aside, rejectsProblem: broken }: RejectsPlace,
  jobs: readonly Job[],
): string {
  const { created, updated, unchanged, older, deleted } = report.counts
  const parts = countTexts({ created, updated, unchanged, deleted })
  if (older > 0) parts.push(`${readableCount(older)} older than what is stored`)
  const lines = [
    `${readableCount(report.lines)} lines: ${parts.join(', ')}, ${readableCount(report.rejected)} rejected.`,
  ]
  const losses = countTexts(report.losses)
  if (losses.length > 0)
    lines.push(`${report.dryRun ? 'Would be taken' : 'Taken'} away of workers: ${losses.join(', ')}.`)
  if (report.followed > 0) lines.push(followedWords(report))
  if (report.unresolved > 0) lines.push(unresolvedWords(report))
  const events = countTexts(report.events)
  if (events.length > 0) lines.push(`Events${report.dryRun ? ' that would fire' : ''}: ${events.join(', ')}.`)
  if (report.dryRun) lines.push('This was a dry run: nothing was stored.')
  if (report.snapshot) lines.push(...missingIn(report.snapshot))
  if (report.kept.length > 0)
    lines.push(
      '',
      `${report.dryRun ? 'Would stay' : 'Stays'}, because a person decided it here or it belongs to one agency:`,
      ...toldGroups(report.kept, places),
    )
  const again = toldRepeats(jobs, places)
  if (again.length > 0)
    lines.push(
      '',
      'Rows with an id that an earlier row has, and other values (the later one counts):',
      ...again,
    )
  if (report.warned > 0) {
    lines.push('', `Taken, but it can hardly be right (--strict would set it aside):`)
    lines.push(...toldGroups(report.warnedOf, places))
  }
  if (report.rejected > 0) {
    const [own, following] = [false, true].map(follows =>
      report.reasons.filter(group => (group.follows ?? false) === follows),
    ) as [FaultGroup[], FaultGroup[]]
    lines.push('', 'Rejected, the most frequent reason first:', ...toldGroups(own, places))
    if (following.length > 0) lines.push('Rejected with these:', ...toldGroups(following, places))
    if (broken !== undefined)
      lines.push(
        `The rejected lines could not all be written to ${aside} (${broken}); load again with --rejects FILE, or look the load up in the portal.`,
      )
    else if (aside) lines.push(`All rejected lines are in ${aside}.`)
  }
  return lines.join('\n')
}

/** Not what they follow: the renames of another load may have been left. */
const followedWords = ({ followed, dryRun }: LoadReport) =>
  followed === 1
    ? `1 record ${dryRun ? 'would be' : 'was'} brought up to date with what it repeats of others.`
    : `${readableCount(followed)} records ${dryRun ? 'would be' : 'were'} brought up to date with what they repeat of others.`

function unresolvedWords({ unresolved, dryRun }: LoadReport): string {
  const [records, name] =
    unresolved === 1 ? ['1 record', 'it names'] : [`${readableCount(unresolved)} records`, 'they name']
  return `${records} ${dryRun ? 'would' : 'could'} not be brought up to date in all, because ${name} what is not there${dryRun ? '' : '; ./muster status says which'}.`
}

const shownGroups = 20

function toldGroups(groups: readonly FaultGroup[], places: Places): string[] {
  const lines = groups
    .slice(0, shownGroups)
    .flatMap(({ code, type, path, reason, hint, count: times, lines }) => {
      const what = [type, path || 'the line'].filter(Boolean).join(' ')
      const first = [
        ...(lines.includes(0) ? ['not in the load'] : []),
        places.text(lines.filter(line => line > 0)),
      ]
        .filter(Boolean)
        .join(', ')
      return [
        `  ${readableCount(times)} × ${what}: ${reason}${code ? ` [${code}]` : ''}`,
        `      ${first}${times > lines.length ? ', …' : ''}; ${hint}`,
      ]
    })
  return groups.length > shownGroups
    ? [...lines, `  other reasons: ${readableCount(groups.length - shownGroups)}`]
    : lines
}

function missingIn({ missing, refused }: NonNullable<LoadReport['snapshot']>): string[] {
  const parts = Object.entries(missing).map(
    ([type, { missing, of }]) => `${readableCount(missing)} of ${readableCount(of)} ${type}`,
  )
  return [
    `Not in the load: ${parts.join(', ')}.`,
    ...(refused ? [`Nothing of that was deleted: ${refused}.`] : []),
  ]
}
