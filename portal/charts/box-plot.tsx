// Box plots of days: quartiles and median, whiskers to what was kept, the bounds beyond which values are left out, and these hollow.
import { LinkedWords, Opening } from './opening.tsx'
import { linear, short, ticks } from './scale.ts'
import { isNarrow, shortened, useWidth } from './width.ts'

export type Box = {
  name: string
  count: number
  leftOut: number
  least: number
  p25: number
  median: number
  p75: number
  most: number
  bounds: { lower: number; upper: number }
  /** The values left out, where they are known. */
  outliers: readonly number[]
  /** Where those are that it is drawn from, and those that were left out. */
  links?: { count: string; leftOut: string }
}

const saidRoom = 170

const partsOf = ({ median, count, leftOut, links }: Box) => [
  { words: `${short(median)} ${median === 1 ? 'day' : 'days'}, of ${short(count)}`, link: links?.count },
  ...(leftOut > 0 ? [{ words: `${short(leftOut)} left out`, link: links?.leftOut }] : []),
]

export const boxWords = (box: Box) =>
  partsOf(box)
    .map(({ words }) => words)
    .join('; ')

export function BoxPlot({ boxes, unit, label }: { boxes: readonly Box[]; unit: string; label: string }) {
  const { holder, width } = useWidth()
  const narrow = isNarrow(width)
  const named = narrow ? 4 : Math.min(240, width * 0.36)
  const row = narrow ? 52 : 34
  const end = narrow ? width - 8 : width - saidRoom
  const all = boxes.flatMap(box => [box.least, box.most, box.bounds.upper, ...box.outliers])
  const marks = ticks(Math.max(1, ...all), narrow ? 4 : 6)
  const least = Math.min(0, ...all)
  const x = linear([least, marks.at(-1)!], [named, end])
  const height = boxes.length * row + 24
  return (
    <div class="plot" ref={holder}>
      <p class="readout" aria-hidden="true">
        {unit}
      </p>
      <svg
        role={boxes.some(({ links }) => links) ? 'group' : 'img'}
        aria-label={label}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
      >
        {marks.map(mark => (
          <g key={mark}>
            <line class="axis" x1={x(mark)} x2={x(mark)} y1={0} y2={height - 18} />
            <text class="quiet" x={x(mark)} y={height - 4} text-anchor="middle">
              {short(mark)}
            </text>
          </g>
        ))}
        {boxes.map((box, index) => {
          const top = index * row
          const middle = narrow ? top + 34 : top + 17
          const line = narrow ? top + 14 : middle + 4
          return (
            <g key={box.name}>
              <title>{`${box.name}: median ${boxWords(box)}`}</title>
              <text x={0} y={line}>
                {shortened(box.name, narrow ? width - saidRoom : named - 12)}
              </text>
              <OneBox of={box} x={x} middle={middle} from={least} />
              <text x={width} y={line} text-anchor="end">
                <LinkedWords parts={partsOf(box)} />
              </text>
            </g>
          )
        })}
      </svg>
    </div>
  )
}

type BoxProps = { of: Box; x: (value: number) => number; middle: number; from: number }

function OneBox({ of: box, x, middle, from }: BoxProps) {
  return (
    <>
      <Opening link={box.links?.count} beside>
        <line class="stroke" x1={x(box.least)} x2={x(box.most)} y1={middle} y2={middle} />
        {[box.least, box.most].map(value => (
          <line key={value} class="stroke" x1={x(value)} x2={x(value)} y1={middle - 4} y2={middle + 4} />
        ))}
        <rect
          class="box"
          x={x(box.p25)}
          width={Math.max(1, x(box.p75) - x(box.p25))}
          y={middle - 9}
          height={18}
        />
        <line class="median" x1={x(box.median)} x2={x(box.median)} y1={middle - 9} y2={middle + 9} />
        {[box.bounds.lower, box.bounds.upper]
          .filter(bound => bound >= from && box.p75 > box.p25)
          .map(bound => (
            <line key={bound} class="bound" x1={x(bound)} x2={x(bound)} y1={middle - 11} y2={middle + 11} />
          ))}
      </Opening>
      <Opening link={box.links?.leftOut} beside>
        {box.outliers.map((value, at) => (
          <circle key={at} class="hollow" cx={x(value)} cy={middle + lift(box.outliers, at)} r={3.5} />
        ))}
      </Opening>
    </>
  )
}

/** Values that are the same stand beside each other: above, below, above again. */
function lift(values: readonly number[], at: number): number {
  const before = values.slice(0, at).filter(value => value === values[at]).length
  return Math.ceil(before / 2) * 5 * (before % 2 === 1 ? -1 : 1)
}
