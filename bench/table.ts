// Plain columns for a terminal, and one line that shows how far things are.

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = heads.map((head, at) => Math.max(head.length, ...rows.map(row => row[at]!.length)))
  const line = (cells: readonly string[]) =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join('  ')
  process.stdout.write(`${[line(heads), ...rows.map(line)].join('\n')}\n`)
}

let shownAt = 0

/** On a terminal the line is written over; elsewhere it appears every few seconds. */
export function progress(text: string): void {
  const patience = process.stderr.isTTY ? 100 : 5000
  if (performance.now() - shownAt < patience) return
  shownAt = performance.now()
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${text}` : `${text}\n`)
}
