// What several processes that share a port tell Prometheus as one server: counters and histograms are added up, gauges
// where that means something; others keep a line for each process. What a process had counted stays when it has ended.
import { type Family, type FamilyName, families } from './families.ts'

/** What one process tells, and what it is called. */
type ProcessExposition = { process: string; exposition: string }

type Values = Map<string, number>
type Read = { heads: Map<string, string>; values: Map<string, Values> }

/** By family, each with its lines before the values, and values by their name and labels as they are written. */
function read(exposition: string): Read {
  const [heads, values] = [new Map<string, string>(), new Map<string, Values>()]
  let family = ''
  for (const line of exposition.split('\n')) {
    if (line === '') continue
    if (line.startsWith('# HELP ')) {
      family = line.split(' ', 3)[2]!
      values.set(family, new Map())
    }
    if (line.startsWith('#')) heads.set(family, `${heads.get(family) ?? ''}${line}\n`)
    else {
      const end = line.lastIndexOf(' ')
      values.get(family)!.set(line.slice(0, end), Number(line.slice(end + 1)))
    }
  }
  return { heads, values }
}

/** Those of libraries say no more of themselves than what they are. */
function togetherOf(family: string, head: string): Family['together'] {
  if (Object.hasOwn(families, family)) return families[family as FamilyName].together
  return / gauge\n/.test(head) ? 'each' : 'sum'
}

type WholeMetrics = {
  /** Of families that any may tell, the first has the word. */
  exposition(all: readonly ProcessExposition[]): string
  /** Keeps what a process that has ended had counted when it was last asked: nobody has seen more of it. */
  ended(last: ProcessExposition): void
}

export function wholeMetrics(): WholeMetrics {
  const gone = new Map<string, Values>()
  const isCounted = (family: string, head: string) =>
    togetherOf(family, head) === 'sum' && !/ gauge\n/.test(head)
  return {
    exposition(all) {
      const heads = new Map<string, string>()
      const whole = new Map<string, Values>()
      for (const { process, exposition } of all) {
        const told = read(exposition)
        for (const [family, head] of told.heads) {
          const together = togetherOf(family, head)
          if (together === 'any' && heads.has(family)) continue
          const values = told.values.get(family)!
          add(whole, family, together === 'each' ? labelled(values, process) : values)
          heads.set(family, head)
        }
      }
      for (const [family, values] of gone) if (heads.has(family)) add(whole, family, values)
      return [...heads].map(([family, head]) => `${head}${written(whole.get(family)!)}`).join('')
    },
    ended({ exposition }) {
      const { heads, values } = read(exposition)
      for (const [family, head] of heads) if (isCounted(family, head)) add(gone, family, values.get(family)!)
    },
  }
}

function add(to: Map<string, Values>, family: string, values: Values): void {
  const sums = to.get(family) ?? new Map()
  for (const [name, value] of values) sums.set(name, (sums.get(name) ?? 0) + value)
  to.set(family, sums)
}

/** Each name with a label that says of which process it is. */
const labelled = (values: Values, process: string): Values =>
  new Map(
    [...values].map(([name, value]) => {
      const label = `process="${process}"`
      return [name.endsWith('}') ? `${name.slice(0, -1)},${label}}` : `${name}{${label}}`, value]
    }),
  )

const written = (values: Values) => [...values].map(([name, value]) => `${name} ${value}\n`).join('')
