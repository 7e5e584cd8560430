// What came of it: a table, the mutants that live and whether that is known, and the exit code.
import type { KnownMutants } from './known.ts'
import type { Mutant } from './mutant.ts'

/** `killed` says by what. */
export type Result = { mutant: Mutant; killed?: string }

type Tried = {
  results: readonly Result[]
  known: KnownMutants
  /** Every mutant of the files looked at, tried or not. */
  made: readonly Mutant[]
  whole: boolean
  say(line: string): void
}

const enough = 0.9

export function report({ results, known, made, whole, say }: Tried): number {
  const files = [...new Set(made.map(({ file }) => file))]
  const score = (some: readonly Result[]) => some.filter(({ killed }) => killed).length / some.length
  say(row('file', 'mutants', 'killed', 'live', 'score'))
  const low: string[] = []
  for (const file of [...files, 'all']) {
    const own = results.filter(({ mutant }) => file === 'all' || mutant.file === file)
    if (own.length === 0) continue
    const killed = own.filter(result => result.killed).length
    say(row(file, own.length, killed, own.length - killed, `${(100 * score(own)).toFixed(1)} %`))
    // A small sample may hold most of those that are known to live.
    if (score(own) < enough && (whole || file === 'all')) low.push(file)
  }
  const living = results.filter(({ killed, mutant }) => !killed && !known.has(mutant))
  for (const { mutant } of living) say(`lives, and nobody says why: ${describe(mutant)}`)
  for (const { mutant, killed } of results)
    if (killed && known.has(mutant)) say(`listed as living, and killed by ${killed}: ${describe(mutant)}`)
  const gone = known.gone(files, made)
  for (const { file, was } of gone) say(`listed and no longer there: ${file}: ${was}`)
  for (const file of low) say(`fewer than ${100 * enough} % killed: ${file}`)
  return living.length + gone.length + low.length > 0 ? 1 : 0
}

const describe = ({ file, line, in: within, was, becomes }: Mutant) =>
  `${file}:${line}\n  ${JSON.stringify({ file, in: within, was, becomes, why: '' })}`

const row = (file: string, ...cells: readonly (string | number)[]) =>
  file.padEnd(38) + cells.map(cell => String(cell).padStart(10)).join('')
