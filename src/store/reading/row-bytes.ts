// Rows as they come from the database, in memory of their own, without what is hidden from their viewer.
import { restrictedMark } from '../../access/redact.ts'
import { spanCutter } from '../../access/spans.ts'
import type { Viewer } from '../../access/viewer.ts'
import { type ByteRows, copied } from '../../database/database.ts'
import type { Page, Plan, Row } from '../../kernel/query/plan.ts'
import { Buffers } from '../../postgres/buffers.ts'

type Bytes = readonly (Buffer | null)[]
/** With where in the text there is something that its viewer may not be shown. */
type SpannedRow = Row & { spans?: Buffer | null }
export type ReadRow = (columns: Bytes) => SpannedRow

/** Columns: 0 whether it is clean, as `true` or `false`; 1 text, then the parts. */
export const rowOf: ReadRow = ([clean, text, ...parts]) => ({
  clean: clean?.[0] === 0x74 && text?.[0] !== restrictedByte,
  text: text!,
  parts,
})

/** The same with spans after the text. */
export const spannedRowOf: ReadRow = ([clean, text, spans]) => ({ ...rowOf([clean!, text!]), spans: spans! })

const restrictedByte = restrictedMark.charCodeAt(0)

/** The rows of a page: texts without Parts with commas between, as most answers have them. */
export function ownPage(
  found: ByteRows,
  { parts, viewer }: Pick<Plan, 'parts' | 'viewer'>,
  read: ReadRow,
): Omit<Page, 'total'> {
  if (found.rows.length === 0 || parts.length > 0) return { rows: copied(found).map(read) }
  const lent = found.rows.map(read)
  const length = lent.reduce((sum, { text }) => sum + text.length + 1, -1)
  const memory = length < leastUsedAgain ? undefined : pageMemory.take(length)
  const texts = memory?.bytes ?? Buffer.allocUnsafeSlow(length)
  let at = 0
  const own = lent.map((row, index) => {
    if (index > 0) at += texts.write(',', at)
    const from = at
    const end = cutInto(texts, from, row, viewer)
    at = end ?? from + row.text.copy(texts, from)
    return { clean: row.clean || end !== undefined, text: texts.subarray(from, at), parts: [] }
  })
  found.release()
  return { rows: own, texts: texts.subarray(0, at), ...(memory && { release: () => memory.release() }) }
}

/** Where pages are put together; used again, as allocating memory for each takes as long as filling it. */
const pageMemory = new Buffers(256 * 1024)
const leastUsedAgain = 32 * 1024

/** Where the text of a row ends in `target` without what is hidden in it; undefined where that is not known, or nothing is. */
const cutInto = (target: Buffer, at: number, { clean, text, spans }: SpannedRow, viewer: Viewer) =>
  clean || !spans ? undefined : spanCutter(viewer)(text, spans, target, at)

export function ownRow({ spans, ...row }: SpannedRow, { viewer }: Pick<Plan, 'viewer'>): Row {
  if (row.clean || !spans) return row
  const target = Buffer.allocUnsafe(row.text.length)
  const end = cutInto(target, 0, { ...row, spans }, viewer)
  return end === undefined ? row : { ...row, clean: true, text: target.subarray(0, end) }
}
