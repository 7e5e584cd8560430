// Many rows read as one: PostgreSQL puts their texts together, a line each, so that neither it nor the client has to hand
// over every row by itself. JSON as it is stored has no line ends of its own.
import { restrictedMark } from '../../access/redact.ts'
import { join, type Sql, sql } from '../../database/sql.ts'
import type { Row, RowGroup } from '../../kernel/query/plan.ts'
import { rowCountSql } from './where.ts'

const rowsInGroup = 128
/** Longer ones are read by themselves, so that no group is larger than 4 MB. */
const longest = 32 * 1024

const [lineEnd, apart, restricted, yes] = Buffer.from(`\n!${restrictedMark}1`) as unknown as [
  number,
  number,
  number,
  number,
]

/** From rows with an `id`, a `place` from 0 on and whether they are `clean` to groups: of each whether its rows are
 * clean, then their texts and Parts. Of a long one there is the id alone. Those whose text is not joined as `t` have it
 * looked up in `texts`. */
export function groupedSql(placed: Sql, joined: Sql, texts: Sql, parts: readonly Sql[]): Sql {
  const partLengths = parts.map(part => sql`coalesce(octet_length(${part}), 0)`)
  const isLongIn = (of: Sql) =>
    sql`greatest(${join([sql`octet_length(${of}.record)`, ...partLengths], ', ')}) > ${rowCountSql(longest)}`
  const found = (read: (of: Sql) => Sql) =>
    sql`case when t.id is null then (select ${read(sql`x`)} from ${texts} x where x.id = page.id) else ${read(sql`t`)} end`
  const lines = (line: Sql) => sql`string_agg(${line}, E'\\n' order by place)`
  const columns = [
    sql`string_agg(case when clean then '1' else '0' end, '' order by place)`,
    lines(found(of => sql`case when ${isLongIn(of)} then '!' || page.id else ${of}.record end`)),
    ...parts.map(part => lines(sql`case when ${found(isLongIn)} then '' else coalesce(${part}, '') end`)),
  ]
  return sql`select ${join(columns, ', ')} from (
      select *, place / ${rowCountSql(rowsInGroup)} as n from (${placed}) placed order by n, place
    ) page${joined} group by n order by n`
}

/** A group as it was read, and the ids of those rows that are still to be read. */
export type ReadGroup = { rows: RowGroup; long: ReadonlyMap<number, string> }

export function readGroup([clean, text, ...parts]: readonly (Buffer | null)[]): ReadGroup {
  const count = clean!.length
  const ends = endsOf(text!, count)
  const partEnds = parts.map(part => endsOf(part!, count))
  const startOf = (of: Int32Array, index: number) => (index === 0 ? 0 : of[index - 1]! + 1)
  const isClean = (index: number) => clean![index] === yes && text![startOf(ends, index)] !== restricted
  const long = new Map<number, string>()
  let areClean = true
  for (let index = 0; index < count; index++) {
    const start = startOf(ends, index)
    if (text![start] === apart) long.set(index, text!.toString('utf8', start + 1, ends[index]))
    if (!isClean(index)) areClean = false
  }
  const each = (): Row[] =>
    Array.from({ length: count }, (_, index) => ({
      clean: isClean(index),
      text: text!.subarray(startOf(ends, index), ends[index]),
      parts: parts.map((part, at) => {
        const [start, end] = [startOf(partEnds[at]!, index), partEnds[at]![index]!]
        return start === end ? null : part!.subarray(start, end)
      }),
    }))
  return { rows: { count, ...(areClean && parts.length === 0 && { lines: text! }), each }, long }
}

/** Where each line ends. A line too many or too few would show one record as another. */
function endsOf(text: Buffer, count: number): Int32Array {
  const ends = new Int32Array(count)
  let end = -1
  for (let index = 0; index < count - 1; index++) {
    end = text.indexOf(lineEnd, end + 1)
    if (end < 0) throw new Error(`${count} records were read as ${index + 1}`)
    ends[index] = end
  }
  if (text.includes(lineEnd, end + 1)) throw new Error(`${count} records were read as more`)
  ends[count - 1] = text.length
  return ends
}
