// What is kept of each request: one line in the server's log, one in the log of requests, one observation for Prometheus.
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Observed } from '../http/server.ts'
import type { Logger } from '../log.ts'
import type { SeenRequest } from '../store/keys/requests.ts'

export type Measures = { observe(seen: Observed): void; exposition(): Promise<string>; contentType: string }

export function measures(log: Logger, note: (request: SeenRequest) => void): Measures {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'muster_http_request_duration_seconds',
    help: 'Time from the first byte of a request to its answer, by route, method and status',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  })
  return {
    observe({ error, ...seen }) {
      durations.observe({ route: seen.route, method: seen.method, status: seen.status }, seen.ms / 1000)
      if (seen.surface) note(seen as SeenRequest)
      const entry = { ...seen, ms: Math.round(seen.ms * 10) / 10 }
      if (error && (seen.status >= 500 || seen.brokenOff))
        log.error({ ...entry, err: error }, 'request failed')
      else log.info(entry, 'request')
    },
    exposition: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
