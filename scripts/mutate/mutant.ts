// One change to one source, and how it is told apart from others without line numbers, which move.

export type Edit = { start: number; end: number; text: string }

export type Mutant = Edit & {
  file: string
  line: number
  /** The function or constant it is in. */
  in: string
  /** The lines it is on, before and after, without indentation. */
  was: string
  becomes: string
}

export const changed = (source: string, { start, end, text }: Edit): string =>
  source.slice(0, start) + text + source.slice(end)

export function mutantOf(file: string, source: string, edit: Edit, within: string): Mutant {
  const from = source.lastIndexOf('\n', edit.start - 1) + 1
  const next = source.indexOf('\n', edit.end)
  const to = next < 0 ? source.length : next
  const was = source.slice(from, to)
  return {
    ...edit,
    file,
    line: source.slice(0, edit.start).split('\n').length,
    in: within,
    was: flat(was),
    becomes: flat(changed(was, { start: edit.start - from, end: edit.end - from, text: edit.text })),
  }
}

const flat = (lines: string) => lines.trim().replace(/\s*\n\s*/g, ' ')

export const identity = ({ file, in: within, was, becomes }: Omit<Mutant, keyof Edit | 'line'>): string =>
  JSON.stringify([file, within, was, becomes])

/** Each change once, whatever rules led to it. */
export function distinct(mutants: readonly Mutant[]): Mutant[] {
  return [
    ...new Map(mutants.map(mutant => [`${mutant.start} ${mutant.end} ${mutant.text}`, mutant])).values(),
  ]
}
