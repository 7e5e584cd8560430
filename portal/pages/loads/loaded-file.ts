// Files that somebody chose to load: lines as they are, tables, and each sheet of a workbook as a table.
import { badRequest } from '../../../src/errors/problem.ts'
import { isWorkbook, workbookSheets } from '../../../src/tables/read-workbook.ts'

export type LoadedFile = {
  name: string
  content: Blob
  /** It is read by a mapping. */
  isTable: boolean
}

const isTable = (name: string) => /\.(csv|tsv|txt)(\.gz)?$/i.test(name)
const isOtherBook = (name: string) => /\.(xls|xlsb|ods|numbers)$/i.test(name)

/** What cannot be read is refused in words. */
export async function loadedFiles(files: readonly File[]): Promise<LoadedFile[]> {
  const all: LoadedFile[] = []
  for (const file of files) {
    if (isOtherBook(file.name))
      throw badRequest(`${file.name} is a workbook of another kind; save it as .xlsx or CSV`)
    if (isWorkbook(file.name)) all.push(...(await sheetsIn(file)))
    else all.push({ name: file.name, content: file, isTable: isTable(file.name) })
  }
  return all
}

async function sheetsIn(file: File): Promise<LoadedFile[]> {
  const sheets = await workbookSheets(file.name, new Uint8Array(await file.arrayBuffer()))
  const all: LoadedFile[] = []
  for (const { name, csv } of sheets) {
    const texts: Blob[] = []
    // A blob at a time, so that the browser may lay it aside.
    for await (const text of csv()) texts.push(new Blob([text]))
    all.push({ name, content: new Blob(texts), isTable: true })
  }
  return all
}
