// Lines over time: ink first, a dash pattern besides the colour, each named where it ends.
import { useState } from 'preact/hooks'
import { dayMs } from '../../src/formats/day.ts'
import { dayOf } from '../components/text.tsx'
import { linear, short, ticks } from './scale.ts'
import { useWidth } from './width.ts'

type Line = {
  /** As it stands at the end of the line, with what it comes to. */
  label: string
  /** As it stands beside one value. */
  word: string
  values: readonly (number | null)[]
}

type Props = {
  /** At most four. */
  lines: readonly Line[]
  /** The instant of each value. */
  at: readonly string[]
  /** What is counted, such as `requests a minute`. */
  unit: string
  label: string
  height?: number
  /** Where the records of the value at each instant are. */
  links?: readonly string[]
}

const labelRoom = 132
const lineHeight = 15

export function LineChart({ lines, at, unit, label, height = 180, links }: Props) {
  const { holder, width } = useWidth()
  const [near, setNear] = useState<number>()
  const marks = ticks(Math.max(1, ...lines.flatMap(({ values }) => values.map(value => value ?? 0))), 3)
  const top = 8
  const bottom = height - 20
  const right = Math.max(60, width - labelRoom)
  const x = linear([0, Math.max(1, at.length - 1)], [30, right])
  const y = linear([0, marks.at(-1)!], [bottom, top])
  const ends = spread(
    lines.map(({ values }) => y(values.findLast(value => value !== null) ?? 0)),
    top,
    bottom,
  )
  const shown = near !== undefined && near < at.length ? near : undefined
  return (
    <div class="plot" ref={holder}>
      <p class="readout" aria-hidden="true">
        {shown === undefined
          ? unit
          : `${clockOf(at, shown)}  ${lines
              .map(({ word, values }) => `${values[shown] === null ? '–' : short(values[shown]!)} ${word}`)
              .join(', ')}`}
      </p>
      <svg
        role={links ? 'group' : 'img'}
        aria-label={label}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        onPointerMove={event => {
          const place = event.clientX - event.currentTarget.getBoundingClientRect().left
          const step = x(1) - x(0) || 1
          setNear(Math.max(0, Math.min(at.length - 1, Math.round((place - x(0)) / step))))
        }}
        onPointerLeave={() => setNear(undefined)}
      >
        {marks.map(mark => (
          <g key={mark}>
            <line class="axis" x1={30} x2={right} y1={y(mark)} y2={y(mark)} />
            <text class="quiet" x={24} y={y(mark) + 4} text-anchor="end">
              {short(mark)}
            </text>
          </g>
        ))}
        {timeMarks(at, Math.floor((right - 30) / 70)).map(index => (
          <text key={index} class="quiet" x={x(index)} y={height - 4} text-anchor="middle">
            {clockOf(at, index)}
          </text>
        ))}
        {shown !== undefined && <line class="near" x1={x(shown)} x2={x(shown)} y1={top} y2={bottom} />}
        {lines.map((line, index) => (
          <Drawn
            key={line.word}
            line={line}
            index={index}
            x={x}
            y={y}
            end={{ x: right + 8, y: ends[index]! + 4 }}
          />
        ))}
        {links && <Links links={links} x={x} top={top} bottom={bottom} />}
      </svg>
    </div>
  )
}

type Scale = (value: number) => number
type DrawnProps = { line: Line; index: number; x: Scale; y: Scale; end: { x: number; y: number } }

function Drawn({ line, index, x, y, end }: DrawnProps) {
  return (
    <g>
      <path class={`series s-${index + 1}`} d={pathOf(line.values, x, y)} />
      {alone(line.values).map(place => (
        <circle key={place} class={`dot s-${index + 1}`} cx={x(place)} cy={y(line.values[place]!)} r={2} />
      ))}
      <text class={`end s-${index + 1}`} x={end.x} y={end.y}>
        {line.label}
      </text>
    </g>
  )
}

type LinksProps = { links: readonly string[]; x: Scale; top: number; bottom: number }

/** For those who point; the table of the figure has the same links for everybody. */
function Links({ links, x, top, bottom }: LinksProps) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: no key leads into it
    <g aria-hidden="true">
      {links.map((link, index) => (
        <a key={link} href={link} tabindex={-1}>
          <rect
            class="clear"
            x={x(index - 0.5)}
            width={Math.max(0, x(1) - x(0))}
            y={top}
            height={bottom - top}
          />
        </a>
      ))}
    </g>
  )
}

/** Nothing is drawn across what is not known. */
function pathOf(values: readonly (number | null)[], x: Scale, y: Scale) {
  let isDrawing = false
  let path = ''
  for (const [at, value] of values.entries()) {
    if (value === null) isDrawing = false
    else {
      path += `${isDrawing ? 'L' : 'M'}${x(at).toFixed(1)},${y(value).toFixed(1)}`
      isDrawing = true
    }
  }
  return path
}

/** Where a value has no neighbours, a line would not show it. */
const alone = (values: readonly (number | null)[]): number[] =>
  values.flatMap((value, at) =>
    value !== null && (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null ? [at] : [],
  )

/** Heights of labels, moved apart as little as it takes. */
function spread(heights: readonly number[], top: number, bottom: number): number[] {
  const order = heights.map((height, at) => ({ height, at })).sort((a, b) => a.height - b.height)
  let least = top
  for (const each of order) {
    each.height = Math.max(each.height, least)
    least = each.height + lineHeight
  }
  let most = bottom
  for (const each of order.reverse()) {
    each.height = Math.min(each.height, most)
    most = each.height - lineHeight
  }
  const placed = new Array<number>(heights.length)
  for (const { height, at } of order) placed[at] = height
  return placed
}

/** Which of the instants are written under the picture: round ones, as many as there is room for. */
function timeMarks(at: readonly string[], room: number): number[] {
  const minutes = at.map(instant => Math.round(Date.parse(instant) / 60_000))
  const every = [5, 10, 15, 30, 60, 180, 360, 720, 1440, 2880].find(
    size => minutes.filter(minute => minute % size === 0).length <= Math.max(2, room),
  )
  return every ? minutes.flatMap((minute, index) => (minute % every === 0 ? [index] : [])) : []
}

/** The time within two days, the day beyond. */
function clockOf(at: readonly string[], index: number): string {
  const instant = new Date(at[index]!)
  const isLong = Date.parse(at.at(-1)!) - Date.parse(at[0]!) > 2 * dayMs
  const time = instant.toISOString().slice(11, 16)
  return isLong ? (time === '00:00' ? dayOf(instant) : `${dayOf(instant)} ${time}`) : time
}
