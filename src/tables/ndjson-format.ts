// Exports as lines of JSON, which end with a line that says so.
import type { ExportFormat } from './export-format.ts'

/** So that no record can be taken for it, no record has a property of this name. */
export const lastLineProperty = 'exportComplete'

export const ndjson: ExportFormat = {
  name: 'ndjson',
  noun: 'an answer in NDJSON',
  mediaType: 'application/x-ndjson',
  schema: {
    type: 'string',
    description: `A record a line, as the list shows it. The last line is \`{"${lastLineProperty}": true, "count": …, "next": …}\`; without it the answer is not whole.`,
  },
  isTable: false,
  isCompressed: false,
  showsItsEnd: true,
  async *write(records, tally, { fill }) {
    for await (const { count, bytes } of records.lines()) {
      tally.count += count
      yield* fill(bytes)
    }
    const { next } = records
    const end = { [lastLineProperty]: true, count: tally.count, ...(next !== undefined && { next }) }
    yield Buffer.from(`${JSON.stringify(end)}\n`)
  },
}
