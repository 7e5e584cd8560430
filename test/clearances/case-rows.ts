// The rows of the cases in docs/clearances.md: how an answer is written in one, and the table that they make.
import { readFileSync, writeFileSync } from 'node:fs'
import { type ShownDay, worstDayShown } from '../../src/api/clearances/day-shown.ts'
import { clearanceTimeline } from '../../src/api/clearances/timeline.ts'
import { defaultExpiringDays } from '../../src/api/clearances/words.ts'
import { type Case, cases } from './cases.ts'
import { dayShown } from './day-shown.ts'
import { day } from './records.ts'

export function shownIn([, records, { on = day, from, to, days = defaultExpiringDays } = {}]: Case):
  | ShownDay
  | undefined {
  const timeline = clearanceTimeline(records)
  return from !== undefined && to !== undefined
    ? worstDayShown(timeline, from, to, days)
    : dayShown(timeline, on, days)
}

const wordsOf = (needs: readonly { source: string; what: string }[]) =>
  needs.map(({ source, what }) => (source === what ? what : `${what} (\`${source}\`)`)).join('; ')

/** State and day, when it changes and what ends, what is not held. */
function cellsOf(one: Case): string[] {
  const shown = shownIn(one)
  if (!shown) return ['no row', '', '']
  const { state, stretch } = shown
  const lacking = stretch.needs.flatMap(({ source, what, status, reason }) =>
    status === 'held' ? [] : [`${what} (\`${source}\`): ${status}, \`${reason}\``],
  )
  const ending = stretch.ends.length > 0 ? wordsOf(stretch.ends) : 'nothing'
  return [
    shown.day === day ? `\`${state}\`` : `\`${state}\` on ${shown.day}`,
    stretch.until === undefined ? '' : `${stretch.until}: ${ending}`,
    lacking.join('; '),
  ]
}

const head = '| what is loaded and asked | state | until: what ends | not held | why |\n|---|---|---|---|---|'

const tables = (): string =>
  Object.entries(cases)
    .map(([section, all]) => {
      const rows = Object.entries(all).map(
        ([name, one]) => `| ${[name, ...cellsOf(one), one[0]].join(' | ')} |`,
      )
      return `\n### ${section}\n\n${head}\n${rows.join('\n')}\n`
    })
    .join('')

const [begin, end] = ['<!-- cases -->\n', '\n<!-- end -->']

/** As the page has them, and as the rules make them. */
export function tablesOf(page: string): { written: string; made: string } {
  const text = readFileSync(page, 'utf8')
  const made = tables()
  const [before, rest] = text.split(begin) as [string, string]
  const [written, after] = rest.split(end) as [string, string]
  if (process.env.MUSTER_CLEARANCES === 'write') {
    writeFileSync(page, before + begin + made + end + after)
    return { written: made, made }
  }
  return { written, made }
}
