// Writes what the machine did into docs/reliability.md, between the marks that are there for it: runs add up, and of a planted
// mistake the last try counts.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Planted } from './planted/plant.ts'

export type PlayedPart = {
  part: string
  rounds: number
  seconds: number
  tally: readonly [string, number][]
  failures: readonly unknown[]
}

type Run = { seed: number; day?: string }
type Row = readonly (string | number)[]

const today = () => new Date().toISOString().slice(0, 10)

async function writeBetween(root: string, mark: string, write: (was: string) => string): Promise<void> {
  const file = join(root, 'docs/reliability.md')
  const [begin, end] = [`<!-- ${mark} -->`, `<!-- end of ${mark} -->`]
  const whole = await readFile(file, 'utf8')
  if (!whole.includes(begin) || !whole.includes(end)) throw new Error(`${file} has no ${begin} … ${end}`)
  const [before, rest] = whole.split(begin) as [string, string]
  const [was, behind] = rest.split(end) as [string, string]
  await writeFile(file, `${before}${begin}\n${write(was)}\n${end}${behind}`)
}

const table = (head: readonly string[], rows: readonly Row[]) =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')

/** The rows of a table that was written with this head; of another there are none. */
export function rowsOf(text: string, head: readonly string[]): string[][] {
  const lines = text.split('\n').filter(line => line.startsWith('| '))
  if (lines[0] !== `| ${head.join(' | ')} |`) return []
  return lines.slice(2).map(line => line.slice(2, -2).split(' | '))
}

const playedHead = ['seed', 'day', 'part', 'rounds', 'took', 'found', 'what was done']

/** The same seed on the same day is the same run, played again. */
export function playedText(was: string, parts: readonly PlayedPart[], { seed, day = today() }: Run): string {
  const isAgain = (row: readonly string[]) =>
    row[0] === String(seed) && row[1] === day && parts.some(({ part }) => part === row[2])
  const added = parts.map(({ part, rounds, seconds, tally, failures }) => {
    const done = tally.filter(([, times]) => times > 0).map(([what, times]) => `${times} ${what}`)
    return [String(seed), day, part, String(rounds), `${seconds} s`, String(failures.length), done.join(', ')]
  })
  const rows = [...rowsOf(was, playedHead).filter(row => !isAgain(row)), ...added]
  const sum = (at: number) => rows.reduce((all, row) => all + Number.parseFloat(row[at]!), 0)
  const seeds = new Set(rows.map(row => row[0])).size
  const hours = (sum(4) / 3600).toFixed(1)
  return `\`npm run break -- --record\`, with ${seeds} ${seeds === 1 ? 'seed' : 'seeds'}: ${hours} hours, ${sum(3)} rounds, ${sum(5)} found.\n\n${table(playedHead, rows)}`
}

export const recordPlayed = (root: string, parts: readonly PlayedPart[], run: Run): Promise<void> =>
  writeBetween(root, 'played', was => playedText(was, parts, run))

const plantedHead = ['mistake', 'by', 'found after', 'seed', 'day']

export function plantedText(was: string, planted: readonly Planted[], { seed, day = today() }: Run): string {
  const isAgain = ([what]: readonly string[]) => planted.some(one => one.what === what)
  const added = planted.map(one => [
    one.what,
    one.part,
    one.isFound ? `${one.seconds} s` : `not in ${one.seconds} s`,
    String(seed),
    day,
  ])
  const rows = [...rowsOf(was, plantedHead).filter(row => !isAgain(row)), ...added]
  const found = rows.filter(row => !row[2]!.startsWith('not')).length
  return `\`npm run break -- --planted --record\`: ${found} of ${rows.length} are found.\n\n${table(plantedHead, rows)}`
}

export const recordPlanted = (root: string, planted: readonly Planted[], run: Run): Promise<void> =>
  writeBetween(root, 'planted', was => plantedText(was, planted, run))
