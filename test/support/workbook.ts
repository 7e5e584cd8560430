// Workbooks as spreadsheets write them, for tests of reading them: parts of XML in a ZIP archive.
import { zlibPacking } from '../../src/tables/xlsx.ts'
import { zipArchive } from '../../src/tables/zip.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relationships = (rows: readonly (readonly [id: string, type: string, target: string])[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

export type WorkbookParts = {
  /** The rows of each sheet, as XML. */
  sheets: Readonly<Record<string, string>>
  hidden?: readonly string[]
  /** Texts that cells share, each as the XML in `si`. */
  texts?: readonly string[]
  /** Formats by what `s` of a cell says. */
  formats?: readonly string[]
  from1904?: boolean
}

export function workbookParts({
  sheets,
  hidden = [],
  texts = [],
  formats = [],
  from1904,
}: WorkbookParts): Record<string, string> {
  const names = Object.keys(sheets)
  return {
    '_rels/.rels': relationships([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<?xml version="1.0" encoding="UTF-8"?><workbook xmlns="${main}" xmlns:r="${office}"><workbookPr${from1904 ? ' date1904="1"' : ''}/><sheets>${names
      .map(
        (name, index) =>
          `<sheet name="${name}" sheetId="${index + 1}"${hidden.includes(name) ? ' state="hidden"' : ''} r:id="rId${index + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ...names.map(
        (_, index) => [`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`] as const,
      ),
      ['rId90', 'sharedStrings', 'sharedStrings.xml'],
      ['rId91', 'styles', '/xl/styles.xml'],
    ]),
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts>${formats
      .map((code, index) => `<numFmt numFmtId="${200 + index}" formatCode="${code}"/>`)
      .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${formats
      .map((_, index) => `<xf numFmtId="${200 + index}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${texts.map(text => `<si>${text}</si>`).join('')}</sst>`,
    ...Object.fromEntries(
      Object.values(sheets).map((rows, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
  }
}

export async function archiveOf(parts: Readonly<Record<string, string | Iterable<Buffer>>>): Promise<Buffer> {
  async function* entries() {
    for (const [name, text] of Object.entries(parts))
      yield { name, content: typeof text === 'string' ? [Buffer.from(text)] : text }
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of zipArchive(entries(), zlibPacking)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Cells as texts of their own. */
export const textRows = (...rows: readonly (readonly string[])[]) =>
  rows
    .map(
      (cells, row) =>
        `<row r="${row + 1}">${cells.map(cell => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`,
    )
    .join('')
