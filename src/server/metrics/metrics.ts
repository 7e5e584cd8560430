// What is recorded of each request: a line in the server's log, one in the log of requests, and figures for Prometheus.
import { collectDefaultMetrics, Registry } from 'prom-client'
import { operatorStatusOf, statusOf } from '../../errors/problem.ts'
import type { RequestReport } from '../../http/surface.ts'
import { version } from '../../settings/version.ts'
import type { SeenRequest } from '../../store/requests/requests.ts'
import { type Logger, requestLines } from '../../telemetry/log.ts'
import { durationsByRoute, labelValue } from './durations.ts'
import { type Family, type FamilyName, families } from './families.ts'

/** The value of a family, or its values by their only label. */
export type Samples = Partial<Record<FamilyName, number | Readonly<Record<string, number>>>>

export type ServerMetrics = {
  began(): void
  observe(seen: RequestReport): void
  /** What became of an attempt to deliver, as the outbox has it. */
  attempted(state: keyof typeof attemptOutcomes): void
  fileStoreFailed(operation: 'put' | 'get' | 'remove'): void
  /** Read whenever somebody looks. */
  watch(source: () => Samples | Promise<Samples>): void
  exposition(): Promise<string>
  contentType: string
}

const attemptOutcomes = {
  delivered: 'delivered',
  waiting: 'failed',
  exhausted: 'given_up',
  withheld: 'withheld',
} as const

/** Starts at zero, so that the first event shows as a rise. */
const noneOf = <T extends string>(names: readonly T[]) =>
  Object.fromEntries(names.map(name => [name, 0])) as Record<T, number>

export function serverMetrics(log: Logger, note: (request: SeenRequest) => void): ServerMetrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const took = durationsByRoute()
  const line = requestLines(log)
  let inFlight = 0
  const errors: Record<string, number> = noneOf(Object.keys({ ...statusOf, ...operatorStatusOf }))
  const brokenOff = noneOf(['client', 'server', 'slow'])
  const attempts = noneOf(Object.values(attemptOutcomes))
  const fileStore = noneOf(['put', 'get', 'remove'])
  const sources: (() => Samples | Promise<Samples>)[] = [
    () => ({
      muster_build_info: { [version]: 1 },
      muster_processes: { ready: 1, starting: 0 },
      muster_process_ends_total: 0,
      muster_http_requests_in_flight: inFlight,
      muster_http_errors_total: errors,
      muster_http_broken_off_total: brokenOff,
      muster_webhook_attempts_total: attempts,
      muster_file_store_errors_total: fileStore,
    }),
  ]
  return {
    began() {
      inFlight++
    },
    observe(seen) {
      inFlight--
      took.observe(seen.route, seen.method, seen.status, seen.ms / 1000)
      const code = seen.tool?.code ?? seen.code
      if (code !== undefined && errors[code] !== undefined) errors[code]++
      if (seen.brokenOff) brokenOff[seen.brokenOff]++
      if (seen.surface) note(seen as SeenRequest)
      if (seen.error === undefined) return line(seen, 'request')
      const { error, ...entry } = seen
      if (seen.status >= 500 || seen.brokenOff) log.error({ ...entry, err: error }, 'request failed')
      else line(entry, 'request')
    },
    attempted(state) {
      attempts[attemptOutcomes[state]]++
    },
    fileStoreFailed(operation) {
      fileStore[operation]++
    },
    watch(source) {
      sources.push(source)
    },
    async exposition() {
      const found = await Promise.all(sources.map(source => source()))
      return (await registry.metrics()) + took.exposition() + expositionOf(Object.assign({}, ...found))
    },
    contentType: registry.contentType,
  }
}

/** Families with their values, as Prometheus reads them. */
export const expositionOf = (samples: Samples) =>
  Object.entries(samples)
    .map(([name, value]) => familyWritten(name, families[name as FamilyName], value))
    .join('')

function familyWritten(
  name: string,
  { type, help, labels: [label] }: Family,
  value: number | Readonly<Record<string, number>>,
): string {
  const values = typeof value === 'number' ? [['', value]] : Object.entries(value)
  const lines = values.map(
    ([of, number]) => `${name}${label ? `{${label}=${labelValue(String(of))}}` : ''} ${number}\n`,
  )
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
}
