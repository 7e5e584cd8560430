// A ladder of stages: how many reached each, how long it took from one to the next, and who is there or left from there.
import { LinkedWords, Opening } from './opening.tsx'
import { linear, short } from './scale.ts'
import { isNarrow, shortened, useWidth } from './width.ts'

type Rung = {
  label: string
  reached: number
  /** Who went on without a date here. */
  passed: number
  /** Who is there now, and who left from there. */
  here: number
  left: number
  /** Days from the rung before, and of how many that is the median. */
  medianDays: number | null
  medianOf: number
  /** Where those are whom its numbers count. */
  links: Readonly<Record<'reached' | 'passed' | 'here' | 'left' | 'medianOf', string | undefined>>
}

const between = 22
const bar = 20
/** For `1,234 of 5,678`. */
const wordsRoom = 110

/** `of` is how many there are in all. */
export function Ladder({ rungs, of, label }: { rungs: readonly Rung[]; of: number; label: string }) {
  const { holder, width } = useWidth()
  const narrow = isNarrow(width)
  const named = narrow ? 0 : 180
  const row = (narrow ? 18 : 0) + bar + between * (narrow ? 2 : 1)
  const x = linear([0, of || 1], [named, width - wordsRoom])
  const wide = (reached: number) => Math.max(0, x(reached) - named)
  return (
    <div class="plot" ref={holder}>
      <svg
        role={rungs.some(({ links }) => links.reached) ? 'group' : 'img'}
        aria-label={label}
        width={width}
        height={rungs.length * row}
        viewBox={`0 0 ${width} ${rungs.length * row}`}
      >
        {rungs.map((rung, index) => {
          const top = index * row + (narrow ? 18 : 0)
          const beyond = rung.reached + rung.passed
          const isLast = index === rungs.length - 1
          return (
            <g key={rung.label}>
              <text x={0} y={narrow ? top - 4 : top + 15}>
                {shortened(rung.label, narrow ? width : named - 12)}
              </text>
              <Opening link={rung.links.passed} beside>
                <rect class="outline" x={named} y={top + 2.5} width={wide(beyond)} height={bar - 5} />
              </Opening>
              <Opening link={rung.links.reached} beside>
                <rect class="ink" x={named} y={top + 2.5} width={wide(rung.reached)} height={bar - 5} />
              </Opening>
              <Opening link={rung.links.reached}>
                <text x={x(beyond) + 8} y={top + 15}>
                  {short(rung.reached)} of {short(of)}
                </text>
              </Opening>
              {!isLast && (
                <line
                  class="stroke"
                  x1={named + 6}
                  x2={named + 6}
                  y1={top + bar}
                  y2={top + row - (narrow ? 18 : 0)}
                />
              )}
              {linesOf(partsOf(rung, rungs[index + 1]), narrow).map((parts, line) => (
                <text key={line} class="quiet" x={named + 16} y={top + bar + 15 + line * between}>
                  <LinkedWords parts={parts} />
                </text>
              ))}
            </g>
          )
        })}
      </svg>
    </div>
  )
}

type Part = { words: string; link: string | undefined }

/** The median has a line of its own where there is little room. */
const linesOf = (parts: readonly Part[], narrow: boolean): (readonly Part[])[] =>
  narrow && parts[0]?.words.startsWith('median') ? [parts.slice(0, 1), parts.slice(1)] : [parts]

function partsOf({ left, here, passed, links }: Rung, next: Rung | undefined): Part[] {
  const days = next?.medianDays ?? null
  const time = `median ${days === 1 ? '1 day' : `${short(days ?? 0)} days`} to the next, of ${short(next?.medianOf ?? 0)}`
  return [
    ...(days === null ? [] : [{ words: time, link: next!.links.medianOf }]),
    ...(passed > 0 ? [{ words: `${short(passed)} passed without a date`, link: links.passed }] : []),
    ...(left > 0 ? [{ words: `${short(left)} left`, link: links.left }] : []),
    ...(here > 0 ? [{ words: `${short(here)} here now`, link: links.here }] : []),
  ]
}
