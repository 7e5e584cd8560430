// Bars: columns over time, and rows for things that are compared with each other.
import { useState } from 'preact/hooks'
import { Opening } from './opening.tsx'
import { linear, short, ticks } from './scale.ts'
import { isNarrow, shortened, useWidth } from './width.ts'

type ColumnsProps = {
  /** What stands under each, such as `W46`, what is said of it in words, and where the records are that it counts. */
  columns: readonly { name: string; value: number; words: string; link?: string | undefined }[]
  unit: string
  label: string
  height?: number
}

export function Columns({ columns, unit, label, height = 170 }: ColumnsProps) {
  const { holder, width } = useWidth()
  const [near, setNear] = useState<number>()
  const marks = ticks(Math.max(1, ...columns.map(({ value }) => value)), 3)
  const top = 8
  const bottom = height - 20
  const y = linear([0, marks.at(-1)!], [bottom, top])
  const x = linear([0, columns.length], [40, width])
  const step = x(1) - x(0)
  const every = Math.max(1, Math.ceil(64 / step))
  const shown = near === undefined ? undefined : columns[near]
  return (
    <div class="plot" ref={holder}>
      <p class="readout" aria-hidden="true">
        {shown ? shown.words : unit}
      </p>
      <svg
        role={columns.some(({ link }) => link) ? 'group' : 'img'}
        aria-label={label}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        onPointerMove={event => {
          const place = event.clientX - event.currentTarget.getBoundingClientRect().left
          const index = Math.floor((place - x(0)) / step)
          setNear(index >= 0 && index < columns.length ? index : undefined)
        }}
        onPointerLeave={() => setNear(undefined)}
      >
        {marks.map(mark => (
          <g key={mark}>
            <line class="axis" x1={40} x2={width} y1={y(mark)} y2={y(mark)} />
            <text class="quiet" x={34} y={y(mark) + 4} text-anchor="end">
              {short(mark)}
            </text>
          </g>
        ))}
        {columns.map(({ name, value, words, link }, index) => (
          <g key={name}>
            <Opening link={link} words={words}>
              {/* The whole height is to be pointed at, however small the bar. */}
              <rect class="clear" x={x(index)} width={Math.max(0, step)} y={top} height={bottom - top} />
              <rect
                class={index === near ? 'ink near-bar' : 'ink'}
                x={x(index) + step * 0.15}
                width={Math.max(1, step * 0.7)}
                y={Math.min(y(value), y(0))}
                height={Math.abs(y(0) - y(value))}
              />
            </Opening>
            {index % every === 0 && x(index) + 28 < width && (
              <text class="quiet" x={x(index) + step / 2} y={height - 4} text-anchor="middle">
                {name}
              </text>
            )}
          </g>
        ))}
      </svg>
    </div>
  )
}

type BarsProps = {
  /** `words` say the value at the end of the row, `link` is where its records are. */
  bars: readonly { name: string; value: number; words: string; link?: string | undefined }[]
  label: string
  /** The whole, where each bar is a share of it. */
  most?: number
}

const wordsRoom = 200

export function Bars({ bars, label, most }: BarsProps) {
  const { holder, width } = useWidth()
  const narrow = isNarrow(width)
  const named = narrow ? 0 : Math.min(240, width * 0.36)
  const row = narrow ? 40 : 26
  const end = narrow ? width : width - wordsRoom
  const x = linear([0, (most ?? Math.max(...bars.map(({ value }) => value))) || 1], [named, end])
  return (
    <div class="plot" ref={holder}>
      <svg
        role={bars.some(({ link }) => link) ? 'group' : 'img'}
        aria-label={label}
        width={width}
        height={bars.length * row + 4}
        viewBox={`0 0 ${width} ${bars.length * row + 4}`}
      >
        {bars.map(({ name, value, words, link }, index) => {
          const top = index * row + 4
          const bar = narrow ? top + 18 : top + 5
          return (
            <g key={name}>
              <title>{`${name}: ${words}`}</title>
              <Opening link={link}>
                <rect class="clear" x={0} y={top} width={width} height={row - 2} />
                <text x={0} y={top + (narrow ? 12 : 16)}>
                  {shortened(name, narrow ? width - wordsRoom : named - 10)}
                </text>
                <line class="axis" x1={named} x2={end} y1={bar + 14} y2={bar + 14} />
                <rect class="ink" x={x(0)} y={bar} width={Math.max(0, x(value) - x(0))} height={14} />
                <text x={width} y={top + (narrow ? 12 : 16)} text-anchor="end">
                  {words}
                </text>
              </Opening>
            </g>
          )
        })}
      </svg>
    </div>
  )
}
