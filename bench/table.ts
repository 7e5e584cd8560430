// Plain columns for a terminal or a document, a line of progress, and which targets were missed.

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = heads.map((head, at) => Math.max(head.length, ...rows.map(row => row[at]!.length)))
  const line = (cells: readonly string[]) =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join('  ')
  process.stdout.write(`${[line(heads), ...rows.map(line)].join('\n')}\n`)
}

export const median = (values: readonly number[]): number => shareOf(values, 0.5)

/** The value below which such a share of them lies. */
export function shareOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

/** A table of Markdown, its columns as wide as in a terminal. */
export function markdown(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, at) => Math.max(3, head.length, ...rows.map(row => row[at]!.length)))
  const padded = (cell: string, at: number) =>
    at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)
  const line = (cells: readonly string[]) => `| ${cells.map(padded).join(' | ')} |`
  const rule = widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  return [line(heads), line(rule), ...rows.map(line)].join('\n')
}

let shownAt = 0

/** On a terminal the line is written over; elsewhere it appears every few seconds. */
export function progress(text: string): void {
  const patience = process.stderr.isTTY ? 100 : 5000
  if (performance.now() - shownAt < patience) return
  shownAt = performance.now()
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${text}` : `${text}\n`)
}

/** What was missed is said and ends in failure, unless BENCH_TARGETS=no: at a small size targets say little. */
export function judged(misses: readonly string[]): void {
  for (const miss of misses) process.stdout.write(`Missed: ${miss}\n`)
  if (misses.length === 0) process.stdout.write('Every target was met.\n')
  else if (process.env.BENCH_TARGETS !== 'no') process.exitCode = 1
}
