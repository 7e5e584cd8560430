// A real table: the first column finds the thing, the last acts on it. Where the page is narrow it scrolls by itself, or
// its rows are stacked, each value under its heading.
import { type ComponentChildren, createContext, type JSX } from 'preact'
import { useContext } from 'preact/hooks'
import { moneyText } from '../../src/formats/number-text.ts'
import { Empty, Section } from './layout.tsx'
import { type CellValue, TableActions, type TableData } from './table-actions.tsx'
import { number, Time, type TimeProps } from './text.tsx'

type ColumnStyle = {
  head: string
  /** Aligned to the right, with the unit in the heading. */
  number?: boolean
  /** Set in the type of references. */
  reference?: boolean
  /** Prose, which has a line of its own where rows are stacked. */
  long?: boolean
}

/** A column of values, shown as they are unless `cell` draws them. Files have the values. */
export type ValueColumn<T> = ColumnStyle & {
  value: (row: T) => CellValue
  cell?: (row: T) => ComponentChildren
  /** Its values are amounts of money. */
  money?: boolean
  /** Its values are moments, and how they are written. */
  time?: true | Omit<TimeProps, 'at'>
  action?: undefined
}

/** A column that is only looked at, or one of buttons, whose heading is only read aloud. */
type DrawnColumn<T> = ColumnStyle & {
  cell: (row: T) => ComponentChildren
  action?: boolean
  value?: undefined
}

export type Column<T> = ValueColumn<T> | DrawnColumn<T>

/** A column of a table whose rows can be taken away: it has values, or it is none of the data. */
export type FileColumn<T> = ValueColumn<T> | (DrawnColumn<T> & { action: true })

type TableProps<T> = {
  label: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  keyOf: (row: T) => string | number
  /** Marks the row that is shown beside the table. */
  current?: (row: T) => boolean
  rowClass?: (row: T) => string | undefined
  /** A list of things, which a phone shows one below the other; tables of figures scroll. */
  stacks?: boolean
}

/** `file` is what a file of its rows is called, where they can be taken away. */
type FileProps<T> = { file?: undefined } | { file: string; columns: readonly FileColumn<T>[] }

export function Table<T>({ file, ...props }: TableProps<T> & FileProps<T>) {
  if (file === undefined) return <PlainTable {...props} />
  return (
    <>
      <PlainTable {...props} />
      <TableActions of={tableData(file, props.columns, props.rows)} />
    </>
  )
}

/** Its columns of values, as a file or the clipboard has them. */
export function tableData<T>(name: string, all: readonly Column<T>[], rows: readonly T[]): TableData {
  const columns = all.filter(column => column.value !== undefined)
  return {
    name,
    head: columns.map(({ head }) => head),
    rows: rows.map(row => columns.map(({ value }) => value(row))),
    money: columns.filter(({ money }) => money).map(({ head }) => head),
  }
}

/** A table in a row of another is no place of the page to go to: each row may have one of the same name. */
const InRow = createContext(false)

function PlainTable<T>({ label, columns, rows, keyOf, current, rowClass, stacks }: TableProps<T>) {
  const isInner = useContext(InRow)
  return (
    <section
      class={stacks ? `wide ${stackOf(columns)}` : 'wide'}
      role={isInner ? 'group' : undefined}
      aria-label={label}
      // What scrolls must be reachable by keys.
      tabIndex={0}
    >
      <table>
        <thead>
          <tr>
            {columns.map(({ head, number, action }) => (
              <th key={head} scope="col" class={number ? 'n' : undefined}>
                {action ? <span class="aloud">{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <InRow.Provider value={true}>
            {rows.map(row => (
              <tr key={keyOf(row)} aria-current={current?.(row) ? 'true' : undefined} class={rowClass?.(row)}>
                {columns.map((column, at) => cellOf(column, row, at === 0))}
              </tr>
            ))}
          </InRow.Provider>
        </tbody>
      </table>
    </section>
  )
}

type FilteredProps<T> = {
  title: string
  label: string
  columns: readonly FileColumn<T>[]
  /** What a file of its rows is called. */
  file: string
  all: readonly T[]
  isShown: (row: T) => boolean
  /** Said where there is none at all, and where the filters leave none. */
  none: string
  noneLeft: string
}

/** A list that was loaded whole, and what the filters of its page leave of it. */
export function FilteredTable<T extends { id: string }>(props: FilteredProps<T>) {
  const { title, file, label, columns, all, isShown, none, noneLeft } = props
  const shown = all.filter(isShown)
  if (shown.length === 0) return <Empty>{all.length === 0 ? none : noneLeft}</Empty>
  return (
    <Section title={title} count={`${number(shown.length)} of ${number(all.length)}`}>
      <Table label={label} stacks rows={shown} keyOf={row => row.id} columns={columns} file={file} />
    </Section>
  )
}

/** Three short values fill a line, other numbers of them lines of two. */
const stackOf = (columns: readonly Pick<Column<unknown>, 'long' | 'action'>[]) =>
  columns.slice(1).filter(({ long, action }) => !long && !action).length === 3 ? 'stacks threes' : 'stacks'

function cellOf<T>(column: Column<T>, row: T, isFirst: boolean): JSX.Element {
  const { head, number, reference, action, long } = column
  const styled =
    [number && 'n', reference && 'ref', action && 'act', long && 'long'].filter(Boolean).join(' ') ||
    undefined
  if (isFirst)
    return (
      <th key={head} scope="row" class={styled}>
        {contentOf(column, row)}
      </th>
    )
  return (
    <td key={head} class={styled} data-head={head}>
      {contentOf(column, row)}
    </td>
  )
}

function contentOf<T>(column: Column<T>, row: T): ComponentChildren {
  if (column.value === undefined) return column.cell(row)
  const { cell, value, time, money } = column
  if (cell) return cell(row)
  if (!time) return valueWords(value(row), money)
  return <Time at={value(row) as string | null} {...(time === true ? {} : time)} />
}

/** A value as it is read. */
export function valueWords(value: CellValue, isMoney = false): string {
  if (typeof value === 'number') return isMoney ? moneyText(value) : number(value)
  return value === null ? '–' : String(value)
}

/** One page of many, by what came before. */
export function More({ onMore, isLoading }: { onMore?: (() => void) | undefined; isLoading?: boolean }) {
  if (!onMore) return null
  return (
    <p>
      <button type="button" onClick={onMore} disabled={isLoading}>
        {isLoading ? 'Loading …' : 'Show more'}
      </button>
    </p>
  )
}
