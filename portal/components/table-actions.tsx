// A table as values, for what leaves the page: a workbook, or the clipboard, where it is a table for a spreadsheet and for
// a letter alike.

import { readAt } from '../client/http.ts'
import { saveFile } from './download.tsx'
import { say } from './text.tsx'

export type CellValue = string | number | boolean | null

export type TableData = {
  name: string
  head: readonly string[]
  rows: readonly (readonly CellValue[])[]
  /** Those of the headings under which amounts of money stand. */
  money?: readonly string[]
}

export async function saveWorkbook(of: TableData): Promise<void> {
  const { workbookOf } = await import('./workbook.ts')
  saveFile(await workbookOf(of, aboutPage()), `${of.name}.xlsx`)
  say(`${of.name}.xlsx is saved.`)
}

export async function copyTable({ head, rows }: TableData): Promise<void> {
  const all = [head, ...rows]
  const cell = (value: unknown) => String(value ?? '')
  const plain = all
    .map(row => row.map(value => cell(value).replaceAll(/[\t\r\n]+/g, ' ')).join('\t'))
    .join('\n')
  const escaped = (value: unknown) =>
    cell(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const html = `<table>${all.map((row, at) => `<tr>${row.map(value => (at === 0 ? `<th>${escaped(value)}</th>` : `<td>${escaped(value)}</td>`)).join('')}</tr>`).join('')}</table>`
  const blob = (text: string, type: string) => new Blob([text], { type })
  try {
    await navigator.clipboard.write([
      new ClipboardItem({
        'text/plain': blob(plain, 'text/plain'),
        'text/html': blob(html, 'text/html'),
      }),
    ])
    say(`${rows.length === 1 ? '1 row is' : `${rows.length} rows are`} on the clipboard.`)
  } catch {
    say('The browser did not let this page write to the clipboard.')
  }
}

/** What the page is of, for whoever opens the file later: its filters with their labels, and when the data was read. */
function aboutPage(): [what: string, value: string][] {
  const fields = [...document.querySelectorAll('main .filters .field')].flatMap(
    (field): [string, string][] => {
      const control = field.querySelector<HTMLSelectElement | HTMLInputElement>('select, input')
      const value =
        control instanceof HTMLSelectElement ? control.selectedOptions[0]?.textContent : control?.value
      return [[field.querySelector('label')?.textContent ?? '', value ?? '']]
    },
  )
  return [
    ['Page', document.querySelector('h1')?.textContent ?? ''],
    ...fields.filter(([, value]) => value !== ''),
    ['Data as of', readAt.value?.toISOString() ?? 'not known'],
    ['Address', location.href],
  ]
}

/** What can be taken of a table: the rows that are shown. */
export function TableActions({ of }: { of: TableData }) {
  return (
    <p class="chart-actions">
      <span class="muted">The rows of this page:</span>{' '}
      <button type="button" class="link" onClick={() => void saveWorkbook(of)}>
        XLSX
      </button>{' '}
      <button type="button" class="link" onClick={() => void copyTable(of)}>
        Copy
      </button>
    </p>
  )
}
