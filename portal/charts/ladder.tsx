// A ladder of stages: how many reached each, how long it took from one to the next, and who is there or left from there.
import { linear, short } from './scale.ts'
import { fitted, isNarrow, useWidth } from './width.ts'

export type Rung = {
  label: string
  reached: number
  reachedPercent: number
  /** Who went on without a date here. */
  passed: number
  /** Who is there now, and who left from there. */
  here: number
  left: number
  /** Days from the rung before, and of how many that is the median. */
  medianDays: number | null
  medianOf: number
}

const between = 22
const bar = 20

/** `of` is how many there are in all. */
export function Ladder({ rungs, of, label }: { rungs: readonly Rung[]; of: number; label: string }) {
  const { holder, width } = useWidth()
  const narrow = isNarrow(width)
  const named = narrow ? 0 : 180
  const row = (narrow ? 18 : 0) + bar + between
  const x = linear([0, of || 1], [named, width - 90])
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
          const beyond = rung.reached + rung.passed
          return (
            <g key={rung.label}>
              <text x={0} y={narrow ? top - 4 : top + 15}>
                {fitted(rung.label, narrow ? width : named - 12)}
              </text>
              <rect class="outline" x={named} y={top + 2.5} width={wide(beyond)} height={bar - 5} />
              <rect class="ink" x={named} y={top + 2.5} width={wide(rung.reached)} height={bar - 5} />
              <text x={x(beyond) + 8} y={top + 15}>
                {short(rung.reached)} ({Math.round(rung.reachedPercent)} %)
              </text>
              {index < rungs.length - 1 && (
                <line
                  class="stroke"
                  x1={named + 6}
                  x2={named + 6}
                  y1={top + bar}
                  y2={top + row - (narrow ? 18 : 0)}
                />
              )}
              <text class="quiet" x={named + 16} y={top + bar + 15}>
                {gapWords(rung, rungs[index + 1])}
              </text>
            </g>
          )
        })}
      </svg>
    </div>
  )
}

function gapWords({ left, here }: Rung, next: Rung | undefined): string {
  const time =
    next && next.medianDays !== null
      ? `median ${next.medianDays === 1 ? '1 day' : `${short(next.medianDays)} days`} to the next, of ${short(next.medianOf)}`
      : ''
  return [time, left > 0 && `${short(left)} left`, here > 0 && `${short(here)} here now`]
    .filter(Boolean)
    .join('; ')
}
