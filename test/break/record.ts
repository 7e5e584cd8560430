// Writes what the machine did into docs/reliability.md, between the marks that are there for it.
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

const today = () => new Date().toISOString().slice(0, 10)

async function writeBetween(root: string, mark: string, text: string): Promise<void> {
  const file = join(root, 'docs/reliability.md')
  const [begin, end] = [`<!-- ${mark} -->`, `<!-- end of ${mark} -->`]
  const whole = await readFile(file, 'utf8')
  if (!whole.includes(begin) || !whole.includes(end)) throw new Error(`${file} has no ${begin} … ${end}`)
  const [before, rest] = whole.split(begin) as [string, string]
  await writeFile(file, `${before}${begin}\n${text}\n${end}${rest.split(end)[1]}`)
}

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')

export function recordPlayed(
  root: string,
  parts: readonly PlayedPart[],
  { seed, minutes }: { seed: number; minutes: number },
): Promise<void> {
  const rows = parts.map(({ part, rounds, seconds, tally, failures }) => [
    part,
    rounds,
    `${seconds} s`,
    failures.length,
    tally
      .filter(([, times]) => times > 0)
      .map(([what, times]) => `${times} ${what}`)
      .join(', '),
  ])
  const head = ['part', 'rounds', 'took', 'found', 'what was done']
  return writeBetween(
    root,
    'played',
    `\`npm run break -- --minutes ${minutes} --seed ${seed} --record\`, on ${today()}:\n\n${table(head, rows)}`,
  )
}

export function recordPlanted(
  root: string,
  planted: readonly Planted[],
  { seed, seconds }: { seed: number; seconds: number },
): Promise<void> {
  const found = planted.filter(({ isFound }) => isFound).length
  const rows = planted.map(one => [one.what, one.part, one.isFound ? `${one.seconds} s` : 'not found'])
  return writeBetween(
    root,
    'planted',
    `\`npm run break -- --planted --seed ${seed} --record\`, on ${today()}, with at most ${seconds} s for each: ${found} of ${planted.length} are found.\n\n${table(['mistake', 'by', 'found after'], rows)}`,
  )
}
