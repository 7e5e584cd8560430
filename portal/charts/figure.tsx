// Every chart is a figure: a sentence that says what it shows, the picture, its table, CSV, and the request behind it.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { csvText } from '../../src/formats/csv-cell.ts'
import { type Column, Table, valueWords } from '../components/table.tsx'
import { copyTable, saveWorkbook } from '../components/table-actions.tsx'
import { Code } from '../components/text.tsx'

type Cell = string | number | null

type FigureProps = {
  /** What it shows, for those who do not see it and for those who look twice. */
  sentence: string
  /** The figures behind the picture. */
  head: readonly string[]
  rows: readonly (readonly Cell[])[]
  /** Those of the headings under which amounts of money stand. */
  money?: readonly string[]
  /** Where the records of each row are, for rows that have such a place: of the row, or of each of its cells. */
  links?: readonly (string | undefined | readonly (string | undefined)[])[]
  /** The path that gave them: of the API, such as `/timesheets/totals?groupBy=week`, or of `/operator/…`. */
  request?: string
  /** What the CSV file is called, without its ending. */
  file: string
}

export function Chart({ of, children }: { of: FigureProps; children: ComponentChildren }) {
  const [shown, setShown] = useState<'table' | 'request'>()
  const toggle = (what: 'table' | 'request') => setShown(shown === what ? undefined : what)
  return (
    <figure class="chart">
      {children}
      <figcaption>
        {of.sentence}{' '}
        <span class="chart-actions">
          <button
            type="button"
            class="link"
            aria-expanded={shown === 'table'}
            onClick={() => toggle('table')}
          >
            Table
          </button>{' '}
          <a download={`${of.file}.csv`} href={`data:text/csv;charset=utf-8,${encodeURIComponent(csv(of))}`}>
            CSV
          </a>{' '}
          <button type="button" class="link" onClick={() => void saveWorkbook({ ...of, name: of.file })}>
            XLSX
          </button>{' '}
          <button type="button" class="link" onClick={() => void copyTable({ ...of, name: of.file })}>
            Copy
          </button>{' '}
          {of.request && (
            <button
              type="button"
              class="link"
              aria-expanded={shown === 'request'}
              onClick={() => toggle('request')}
            >
              curl
            </button>
          )}
        </span>
      </figcaption>
      {shown === 'table' && (
        <Table label={of.sentence} rows={of.rows} keyOf={row => of.rows.indexOf(row)} columns={columns(of)} />
      )}
      {shown === 'request' && of.request && <Code {...curlOf(of.request)} />}
    </figure>
  )
}

const curlOf = (path: string) => {
  const isOperator = path.startsWith('/operator/')
  const url = `${location.origin}${isOperator ? '' : '/api/open/v1'}${path}`
  const secret = isOperator ? 'MUSTER_OPERATOR_TOKEN' : 'MUSTER_API_KEY'
  return {
    label: isOperator ? 'The same figures, with an operator token' : 'The same figures, with the API key',
    text: `curl -s '${url}' \\\n  -H "Authorization: Bearer $${secret}"`,
  }
}

const columns = ({ head, rows, links, money = [] }: FigureProps): Column<readonly Cell[]>[] =>
  head.map((title, at) => ({
    head: title,
    number: rows.some(row => typeof row[at] === 'number'),
    cell: row => {
      const words = valueWords(row[at] ?? null, money.includes(title))
      const place = links?.[rows.indexOf(row)]
      const link = Array.isArray(place) ? place[at] : at === 0 ? (place as string | undefined) : undefined
      return link ? <a href={link}>{words}</a> : words
    },
  }))

function csv({ head, rows }: FigureProps): string {
  const cell = (value: Cell) => (typeof value === 'string' ? csvText(value) : String(value ?? ''))
  return [head, ...rows].map(row => `${row.map(cell).join(',')}\r\n`).join('')
}
