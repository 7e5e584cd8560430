// Many records as CSV, in large buffers that are used again once they were sent.
import type { Table } from './columns.ts'
import { csvRows } from './csv.ts'
import { csvFromText } from './csv-text.ts'
import type { RowReader } from './export-format.ts'

const chunkBytes = 512 * 1024
/** Buffers that wait to be used again; more than are on their way at once are left to the collector. */
const mostFree = 8

export function csvChunks(
  table: Table,
  { textOf, recordOf, whenSent }: RowReader,
): (rows: readonly unknown[]) => Buffer[] {
  const [fromText, fromValue] = [csvFromText(table), csvRows(table)]
  const free: Buffer[] = []
  return rows => {
    const done: Buffer[] = []
    let out: Buffer | undefined
    let at = 0
    const hand = () => {
      if (!out) return
      const [whole, chunk] = [out, out.subarray(0, at)]
      if (whole.length === chunkBytes) whenSent(chunk, () => free.length < mostFree && free.push(whole))
      done.push(chunk)
      out = undefined
      at = 0
    }
    for (const row of rows) {
      const text = textOf(row)
      const most = text ? fromText.most(text) : -1
      if (most < 0) {
        hand()
        done.push(Buffer.from([...fromValue(recordOf(row))].join('')))
        continue
      }
      if (out && at + most > out.length) hand()
      out ??= (most <= chunkBytes && free.pop()) || Buffer.allocUnsafeSlow(Math.max(chunkBytes, most))
      at = fromText.write(out, at)
    }
    hand()
    return done
  }
}
