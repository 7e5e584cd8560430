// A grid of small counts: rows by steps of time, more of the ink where the share is higher, the count written in the cell.
import { Opening } from './opening.tsx'
import { short } from './scale.ts'
import { isNarrow, paperWidth, shortened, useWidth } from './width.ts'

/** `link` is where those are whom the value counts. */
export type GridCell = { value: number; of: number; link?: string | undefined }

type Props = {
  rows: readonly { name: string; cells: ReadonlyMap<string, GridCell> }[]
  /** In order; where there is not room for all, the last are drawn, or the first of what lies ahead. */
  columns: readonly string[]
  isAhead?: boolean
  columnName: (column: string) => string
  label: string
}

const widest = 30
const narrowest = 22
const height = 24

/** How strong the shade of a share is: five steps, of which each can be told from the next. */
const levelOf = ({ value, of }: GridCell) => (value === 0 ? 0 : Math.min(4, 1 + Math.floor((value / of) * 8)))

export function Grid({ rows, columns, isAhead, columnName, label }: Props) {
  // All steps of time are drawn on paper too, smaller than they should be where there are too many.
  const { holder, width } = useWidth({ shrinks: columns.length * narrowest > paperWidth })
  // Names stand above the rows where the steps need the room.
  const narrow = isNarrow(width) || 200 + columns.length * narrowest > width
  const named = narrow ? 0 : 200
  const cell = Math.max(narrowest, Math.min(widest, Math.floor((width - named) / columns.length)))
  const row = height + (narrow ? 22 : 0)
  const room = Math.max(1, Math.floor((width - named) / cell))
  const drawn = isAhead ? columns.slice(0, room) : columns.slice(-room)
  const isNamed = (at: number) => (isAhead ? at : drawn.length - 1 - at) % 2 === 0
  return (
    <div class="plot" ref={holder}>
      <svg
        role={rows.some(({ cells }) => [...cells.values()].some(({ link }) => link)) ? 'group' : 'img'}
        aria-label={label}
        width={width}
        height={rows.length * row + 22}
        viewBox={`0 0 ${width} ${rows.length * row + 22}`}
      >
        {drawn.map(
          (column, at) =>
            isNamed(at) && (
              <text key={column} class="quiet" x={named + at * cell + cell / 2} y={14} text-anchor="middle">
                {columnName(column)}
              </text>
            ),
        )}
        {rows.map(({ name, cells }, index) => {
          const top = 22 + index * row + (narrow ? 20 : 0)
          return (
            <g key={name}>
              <text x={0} y={narrow ? top - 5 : top + 16}>
                {shortened(name, narrow ? width : named - 12)}
              </text>
              {drawn.map((column, at) => (
                <Cell
                  key={column}
                  of={cells.get(column)}
                  title={`${name}, ${column}`}
                  left={named + at * cell}
                  top={top}
                  width={cell}
                />
              ))}
            </g>
          )
        })}
      </svg>
    </div>
  )
}

type CellProps = { of: GridCell | undefined; title: string; left: number; top: number; width: number }

function Cell({ of: one, title, left, top, width }: CellProps) {
  if (!one)
    return (
      <text class="quiet" x={left + width / 2} y={top + 16} text-anchor="middle">
        ·
      </text>
    )
  const level = levelOf(one)
  return (
    <g>
      <title>{`${title}: ${one.value} of ${one.of}`}</title>
      <Opening link={one.link} words={`${title}: ${one.value} of ${one.of}`}>
        <rect class={`cell level-${level}`} x={left} y={top} width={width - 2} height={height - 2} />
        <text
          class={level > 2 ? 'reversed' : level === 0 ? 'quiet' : undefined}
          x={left + width / 2 - 1}
          y={top + 16}
          text-anchor="middle"
        >
          {short(one.value)}
        </text>
      </Opening>
    </g>
  )
}
