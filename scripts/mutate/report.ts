// What came of it: a table, the mutants that live and whether that is known, and the exit code.
import { tookTooLong } from './bench.ts'
import type { KnownMutants } from './known.ts'
import type { Mutant } from './mutant.ts'

/** `killed` says by what. */
export type Result = { mutant: Mutant; killed?: string }

type Tried = {
  results: readonly Result[]
  known: KnownMutants
  /** Every mutant of the files looked at, tried or not. */
  made: readonly Mutant[]
  say(line: string): void
}

const enough = 0.9

export function report({ results, known, made, say }: Tried): number {
  const files = [...new Set(made.map(({ file }) => file))]
  const score = (some: readonly Result[]) => some.filter(({ killed }) => killed).length / some.length
  say(row('file', 'mutants', 'killed', 'live', 'score'))
  for (const file of [...files, 'all']) {
    const own = results.filter(({ mutant }) => file === 'all' || mutant.file === file)
    if (own.length === 0) continue
    const killed = own.filter(result => result.killed).length
    say(row(file, own.length, killed, own.length - killed, `${(100 * score(own)).toFixed(1)} %`))
  }
  const living = results.filter(({ killed, mutant }) => !killed && !known.has(mutant))
  for (const { mutant } of living) say(`lives, and nobody says why: ${describe(mutant)}`)
  for (const { mutant, killed } of results)
    if (killed && known.has(mutant)) say(`listed as living, and killed by ${killed}: ${describe(mutant)}`)
  // A busy machine can do the same, so somebody has to look at them.
  for (const { mutant, killed } of results)
    if (killed?.endsWith(tookTooLong)) say(`killed by time alone (${killed}): ${describe(mutant)}`)
  const gone = known.gone(files, made)
  for (const { file, was } of gone) say(`listed and no longer there: ${file}: ${was}`)
  const isLow = score(results) < enough
  if (isLow) say(`fewer than ${100 * enough} % killed`)
  return living.length + gone.length > 0 || isLow ? 1 : 0
}

const describe = ({ file, line, in: within, was, becomes }: Mutant) =>
  `${file}:${line}\n  ${JSON.stringify({ file, in: within, was, becomes, why: '' })}`

const row = (file: string, ...cells: readonly (string | number)[]) =>
  file.padEnd(38) + cells.map(cell => String(cell).padStart(10)).join('')
