// What is kept of each request: one line in the server's log, one in the log of requests, one observation for Prometheus.
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Observed } from '../http/server.ts'
import type { Logger } from '../log.ts'
import type { SeenRequest } from '../store/keys/requests.ts'
import type { LoadSource } from '../store/records/load-sources.ts'

export type Measures = { observe(seen: Observed): void; exposition(): Promise<string>; contentType: string }

/** More sources than that would be names that nobody chose. */
const mostSources = 200

const seconds = (moment: string) => Date.parse(moment) / 1000

/** What is told of each source of mapped loads, where it is known. */
const ofSource: Record<string, { help: string; value(source: LoadSource): number | undefined }> = {
  last_start_timestamp_seconds: {
    help: 'When a source of mapped loads was last begun to be read',
    value: ({ began }) => seconds(began),
  },
  last_success_timestamp_seconds: {
    help: 'When a source of mapped loads was last read to its end',
    value: ({ succeeded }) => (succeeded === undefined ? undefined : seconds(succeeded)),
  },
  last_success_rows: {
    help: 'Rows of a source when it was last read to its end',
    value: ({ succeeded, rows }) => (succeeded === undefined ? undefined : rows),
  },
  last_success_rejected_rows: {
    help: 'Rows of a source that were rejected when it was last read to its end',
    value: ({ succeeded, rejected }) => (succeeded === undefined ? undefined : rejected),
  },
}

/** Sets them anew; where the database does not answer, nothing is told of any. */
function sourceMeasures(registry: Registry, read: () => Promise<readonly LoadSource[]>) {
  const gauges = Object.entries(ofSource).map(([name, { help, value }]) => {
    const labelNames = ['source'] as const
    return {
      gauge: new Gauge({ name: `muster_load_source_${name}`, help, labelNames, registers: [registry] }),
      value,
    }
  })
  return async () => {
    const sources = (await read().catch(() => [])).slice(0, mostSources)
    for (const { gauge, value } of gauges) {
      gauge.reset()
      for (const source of sources) {
        const told = value(source)
        if (told !== undefined) gauge.set({ source: source.name }, told)
      }
    }
  }
}

export function measures(
  log: Logger,
  note: (request: SeenRequest) => void,
  sources: () => Promise<readonly LoadSource[]>,
): Measures {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'muster_http_request_duration_seconds',
    help: 'Time from the first byte of a request to its answer, by route, method and status',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  })
  const readSources = sourceMeasures(registry, sources)
  return {
    observe({ error, ...seen }) {
      durations.observe({ route: seen.route, method: seen.method, status: seen.status }, seen.ms / 1000)
      if (seen.surface) note(seen as SeenRequest)
      const entry = { ...seen, ms: Math.round(seen.ms * 10) / 10 }
      if (error && (seen.status >= 500 || seen.brokenOff))
        log.error({ ...entry, err: error }, 'request failed')
      else log.info(entry, 'request')
    },
    async exposition() {
      await readSources()
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}
