// Writes what the machine did into docs/reliability.md, between the marks that are there for it: sittings add up, and of a planted
// mistake the last try counts.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Planted } from './planted/plant.ts'

export type PlayedPart = {
  part: string
  rounds: number
  seconds: number
  tally: readonly [string, number][]
  found: number
}

type Run = { seed: number; day?: string }
type Row = readonly string[]

const today = () => new Date().toISOString().slice(0, 10)

async function parted(root: string, mark: string) {
  const file = join(root, 'docs/reliability.md')
  const [begin, end] = [`<!-- ${mark} -->`, `<!-- end of ${mark} -->`]
  const whole = await readFile(file, 'utf8')
  if (!whole.includes(begin) || !whole.includes(end)) throw new Error(`${file} has no ${begin} … ${end}`)
  const [before, rest] = whole.split(begin) as [string, string]
  const [was, behind] = rest.split(end) as [string, string]
  const write = (text: string) => writeFile(file, `${before}${begin}\n${text}\n${end}${behind}`)
  return { was, write }
}

async function writeBetween(root: string, mark: string, write: (was: string) => string): Promise<void> {
  const place = await parted(root, mark)
  await place.write(write(place.was))
}

const betweenOf = async (root: string, mark: string): Promise<string> => (await parted(root, mark)).was

const table = (head: readonly string[], rows: readonly Row[]) =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')

/** The rows of a table that was written with this head; of another there are none. */
export function rowsOf(text: string, head: readonly string[]): string[][] {
  const lines = text.split('\n').filter(line => line.startsWith('| '))
  if (lines[0] !== `| ${head.join(' | ')} |`) return []
  return lines.slice(2).map(line => line.slice(2, -2).split(' | '))
}

const playedHead = ['seed', 'day', 'part', 'rounds', 'took', 'found', 'what was done']

const tallyOf = (text: string) =>
  new Map(
    text
      .split(', ')
      .filter(Boolean)
      .map(one => [one.slice(one.indexOf(' ') + 1), Number.parseInt(one, 10)]),
  )

function addedUp([, , , rounds, seconds, found, done]: readonly string[], more: PlayedPart): PlayedPart {
  const tally = tallyOf(done!)
  for (const [what, times] of more.tally) tally.set(what, (tally.get(what) ?? 0) + times)
  return {
    part: more.part,
    rounds: Number(rounds) + more.rounds,
    seconds: Number.parseInt(seconds!, 10) + more.seconds,
    tally: [...tally],
    found: Number(found) + more.found,
  }
}

/** A seed has one row for each part: sittings add up, each going on where the one before it ended. */
export function playedText(was: string, parts: readonly PlayedPart[], { seed, day = today() }: Run): string {
  const rows = rowsOf(was, playedHead)
  for (const one of parts) {
    const at = rows.findIndex(row => row[0] === String(seed) && row[2] === one.part)
    const { part, rounds, seconds, tally, found } = at < 0 ? one : addedUp(rows[at]!, one)
    const done = tally.filter(([, times]) => times > 0).map(([what, times]) => `${times} ${what}`)
    const row = [seed, day, part, rounds, `${seconds} s`, found, done.join(', ')].map(String)
    rows.splice(at < 0 ? rows.length : at, at < 0 ? 0 : 1, row)
  }
  const sum = (column: number) => rows.reduce((all, row) => all + Number.parseFloat(row[column]!), 0)
  const seeds = new Set(rows.map(row => row[0])).size
  const hours = (sum(4) / 3600).toFixed(1)
  return `\`npm run break -- --record\`, with ${seeds} ${seeds === 1 ? 'seed' : 'seeds'}: ${hours} hours, ${sum(3)} rounds, ${sum(5)} found.\n\n${table(playedHead, rows)}`
}

/** How many rounds of a seed each part has played in the sittings before. */
export async function roundsBefore(root: string, seed: number): Promise<ReadonlyMap<string, number>> {
  const rows = rowsOf(await betweenOf(root, 'played'), playedHead).filter(row => row[0] === String(seed))
  return new Map(rows.map(row => [row[2]!, Number(row[3])]))
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
