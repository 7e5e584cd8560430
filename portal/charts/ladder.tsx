// A ladder of stages: how many reach each, how long it takes from one to the next, and how many go no further.
import { linear, short } from './scale.ts'
import { fitted, isNarrow, useWidth } from './width.ts'

export type Rung = {
  name: string
  reached: number
  /** Days from the rung before, and of how many that is the median; none on the first. */
  days: { median: number; count: number } | null
  /** Of those who reached it and went no further: who has left, and who is still there. */
  left: number
  waiting: number
}

const between = 22
const bar = 20

export function Ladder({ rungs, label }: { rungs: readonly Rung[]; label: string }) {
  const { holder, width } = useWidth()
  const narrow = isNarrow(width)
  const named = narrow ? 0 : 180
  const row = (narrow ? 18 : 0) + bar + between
  const x = linear([0, rungs[0]?.reached || 1], [named, width - 90])
  const wide = (reached: number) => Math.max(0, x(reached) - named)
  return (
    <div class="plot" ref={holder}>
      <svg
        role="img"
        aria-label={label}
        width={width}
        height={rungs.length * row}
        viewBox={`0 0 ${width} ${rungs.length * row}`}
      >
        {rungs.map((rung, index) => {
          const top = index * row + (narrow ? 18 : 0)
          const on = rungs[index + 1]?.reached ?? rung.reached
          const share = Math.round((rung.reached / (rungs[0]!.reached || 1)) * 100)
          return (
            <g key={rung.name}>
              <text x={0} y={narrow ? top - 4 : top + 15}>
                {fitted(rung.name, narrow ? width : named - 12)}
              </text>
              <rect class="outline" x={named} y={top + 2.5} width={wide(rung.reached)} height={bar - 5} />
              <rect class="ink" x={named} y={top + 2.5} width={wide(on)} height={bar - 5} />
              <text x={x(rung.reached) + 8} y={top + 15}>
                {short(rung.reached)}, {share} %
              </text>
              {index < rungs.length - 1 && (
                <>
                  <line
                    class="stroke"
                    x1={named + 6}
                    x2={named + 6}
                    y1={top + bar}
                    y2={top + row - (narrow ? 18 : 0)}
                  />
                  <text class="quiet" x={named + 16} y={top + bar + 15}>
                    {gapWords(rung, rungs[index + 1]!)}
                  </text>
                </>
              )}
            </g>
          )
        })}
      </svg>
    </div>
  )
}

function gapWords({ left, waiting }: Rung, { days }: Rung): string {
  const time = days
    ? `median ${days.median === 1 ? '1 day' : `${short(days.median)} days`}, n ${short(days.count)}`
    : ''
  return [time, left > 0 && `${short(left)} left`, waiting > 0 && `${short(waiting)} still here`]
    .filter(Boolean)
    .join('; ')
}
