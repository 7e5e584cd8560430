// How long requests took, as a histogram that is cheap to add to: a library's sorts and joins the labels of every request.
import { families } from './families.ts'

const name = 'muster_http_request_duration_seconds'
/** Upper limits of the buckets, in seconds; longer requests are counted in a last one. */
const limits = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

type Series = { labels: string; counts: number[]; sum: number }

type Durations = {
  observe(route: string, method: string, status: number, seconds: number): void
  exposition(): string
}

export function durationsByRoute(): Durations {
  const all = new Map<string, Series>()
  return {
    observe(route, method, status, seconds) {
      const key = `${status} ${method} ${route}`
      let series = all.get(key)
      if (!series) {
        const labels = `route=${labelValue(route)},method=${labelValue(method)},status="${status}"`
        series = { labels, counts: [...limits, 0].fill(0), sum: 0 }
        all.set(key, series)
      }
      let at = 0
      while (at < limits.length && seconds > limits[at]!) at++
      series.counts[at]!++
      series.sum += seconds
    },
    exposition: () =>
      `# HELP ${name} ${families[name].help}\n# TYPE ${name} histogram\n${[...all.values()].map(written).join('')}`,
  }
}

/** Buckets are cumulative. */
function written({ labels, counts, sum }: Series): string {
  let count = 0
  const buckets = counts.map((own, at) => {
    count += own
    return `${name}_bucket{le="${limits[at] ?? '+Inf'}",${labels}} ${count}\n`
  })
  return `${buckets.join('')}${name}_sum{${labels}} ${sum}\n${name}_count{${labels}} ${count}\n`
}

/** A label's value as Prometheus takes it. */
export const labelValue = (text: string): string =>
  `"${text.replace(/["\\\n]/g, found => (found === '\n' ? '\\n' : `\\${found}`))}"`
