// The XML of a workbook: its frame, a header row that stays in sight and filters, cells as texts, numbers and dates. It runs
// in a browser too.
import { dayMs } from '../formats/day.ts'
import { currency } from '../formats/number-text.ts'

const longestCell = 32_767

/** How cells are shown: by their places in `styles.xml`. */
export const cellStyles = { instant: 1, header: 2, day: 3, money: 4 }

const firstDay = Date.UTC(1899, 11, 30)
/** Before this Excel counts a day that never was. */
const firstCertain = Date.UTC(1900, 2, 1)

/** Days since the beginning of Excel's calendar, in UTC; to the second, since Excel would show the last of a day as the
 * next. */
function serialOf(instant: string): number | undefined {
  const at = Math.floor(Date.parse(instant) / 1000) * 1000
  return at >= firstCertain ? (at - firstDay) / dayMs : undefined
}

/** What XML cannot hold, Excel writes as _xHHHH_; so a text that has this in it already is written so as well. */
function escapedText(text: string): string {
  const short = text.length > longestCell ? `${text.slice(0, longestCell - 1).toWellFormed()}…` : text
  if (!/[<>&\p{Cc}\uFFFE\uFFFF]|_x/u.test(short)) return short
  return short
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[<>&]/g, found => entities[found]!)
    .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, escaped)
}

const entities: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' }
const escaped = (letter: string) =>
  letter === '\n' || letter === '\t'
    ? letter
    : `_x${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

/** A, B … Z, AA, AB … */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last
}

type CellStyle = 'money' | 'instant' | undefined

/** A value in its place, such as B2: numbers, flags and moments as such, and texts never as formulas. */
export function cellXml(value: number | boolean | string, place: string, kind: CellStyle): string {
  const at = `<c r="${place}"`
  const style = (name: keyof typeof cellStyles) => ` s="${cellStyles[name]}"`
  if (typeof value === 'number') return `${at}${kind === 'money' ? style('money') : ''}><v>${value}</v></c>`
  if (typeof value === 'boolean') return `${at} t="b"><v>${value ? 1 : 0}</v></c>`
  const days = kind === 'instant' ? serialOf(value) : undefined
  if (days !== undefined)
    return `${at}${style(Number.isInteger(days) ? 'day' : 'instant')}><v>${days}</v></c>`
  return `${at} t="inlineStr"><is><t xml:space="preserve">${escapedText(value)}</t></is></c>`
}

/** Widths in characters. */
export const columnWidths = (widths: readonly number[]) =>
  `<cols>${widths
    .map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`)
    .join('')}</cols>`

export const headerRow = (names: readonly string[]) =>
  `<row r="1">${names
    .map(
      (name, index) =>
        `<c r="${columnLetters(index)}1" s="${cellStyles.header}" t="inlineStr"><is><t>${escapedText(name)}</t></is></c>`,
    )
    .join('')}</row>`

/** With a filter over each column. */
export const sheetEnd = (columns: number, rows: number) =>
  `</sheetData>${columns > 0 ? `<autoFilter ref="A1:${columnLetters(columns - 1)}${rows}"/>` : ''}</worksheet>`

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export const sheetStart = `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`

/** Named as Excel names a currency, so that it is one in every language. */
const moneyFormat = `[$${{ GBP: '£' }[currency]}-809]#,##0.00`

export function frameOf(sheets: readonly string[]): Record<string, string> {
  const each = (write: (name: string, number: number) => string) =>
    sheets.map((name, index) => write(name, index + 1)).join('')
  return {
    'xl/workbook.xml': `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${each((name, number) => `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${xml}<Relationships xmlns="${packages}/relationships">${each((_, number) => `<Relationship Id="rId${number}" Type="${office}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${sheets.length + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${xml}<styleSheet xmlns="${main}"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="166" formatCode="${moneyFormat}"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="166" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    '_rels/.rels': `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    '[Content_Types].xml': `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/>${each((_, number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${contentType}.worksheet+xml"/>`)}</Types>`,
  }
}
