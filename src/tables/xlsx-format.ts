// Exports as workbooks of Excel.
import type { ExportFormat } from './export-format.ts'
import { workbookChunks } from './xlsx.ts'

export const xlsx: ExportFormat = {
  name: 'xlsx',
  noun: 'a workbook',
  mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  schema: { type: 'string', format: 'binary', description: 'The same as a workbook of Excel.' },
  isTable: true,
  isCompressed: true,
  showsItsEnd: true,
  write(records, tally, { table, fill, name }) {
    const counted = async function* () {
      for await (const values of records.values()) {
        tally.count += values.length
        yield values
      }
    }
    const links = (text: string) => Buffer.concat(fill([Buffer.from(text)])).toString()
    return workbookChunks(table, counted(), { name, links })
  },
}
