// Sends spans to OpenTelemetry, over OTLP/HTTP. Its packages are large and slow to load, so they are installed and loaded
// only where this is switched on.
import { createRequire } from 'node:module'
import { SettingError } from '../settings/settings.ts'
import { version } from '../settings/version.ts'
import type { SpanKind, Tracer } from './trace.ts'

type Telemetry = { tracer: Tracer; stop(): Promise<void> }

/** What is used of the packages. */
type OtelSpan = {
  spanContext(): { traceId: string; spanId: string; traceFlags: number }
  setAttributes(attributes: object): void
  updateName(name: string): void
  setStatus(status: { code: number }): void
  end(): void
}
type Packages = {
  api: {
    ROOT_CONTEXT: object
    SpanKind: Record<string, number>
    SpanStatusCode: { ERROR: number }
    trace: { setSpanContext(context: object, span: object): object }
  }
  sdk: {
    TracerProvider: new (
      options: object,
    ) => {
      getTracer(name: string): { startSpan(name: string, options: object, context: object): OtelSpan }
      shutdown(): Promise<void>
    }
    BatchSpanProcessor: new (options: object) => object
    ParentBasedSampler: new (options: object) => object
    TraceIdRatioBasedSampler: new (ratio: number) => object
  }
  exporter: { OTLPTraceExporter: new (options: object) => object }
  resources: { resourceFromAttributes(attributes: object): object }
}

function packages(): Packages {
  const load = createRequire(new URL('../../telemetry/package.json', import.meta.url))
  try {
    return {
      api: load('@opentelemetry/api'),
      sdk: load('@opentelemetry/sdk-trace'),
      exporter: load('@opentelemetry/exporter-trace-otlp-http'),
      resources: load('@opentelemetry/resources'),
    }
  } catch (error) {
    if ((error as { code?: string }).code !== 'MODULE_NOT_FOUND') throw error
    throw new SettingError(
      'OTEL_EXPORTER_OTLP_ENDPOINT needs packages that are not installed: node scripts/install.mjs telemetry installs them',
    )
  }
}

/** `share` is of the requests that come without a trace; whoever sends one says whether it is kept. */
export function openTelemetry({ endpoint, share }: { endpoint: string; share: number }): Telemetry {
  const { api, sdk, exporter, resources } = packages()
  const { OTLPTraceExporter } = exporter
  const url = `${endpoint}/v1/traces`
  const provider = new sdk.TracerProvider({
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    resource: resources.resourceFromAttributes({ 'service.name': 'muster', 'service.version': version }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  })
  const spans = provider.getTracer('muster')
  const kinds: Record<SpanKind, number> = {
    server: api.SpanKind.SERVER!,
    client: api.SpanKind.CLIENT!,
    internal: api.SpanKind.INTERNAL!,
  }
  const contextOf = (parent: string | undefined) => {
    if (parent === undefined) return api.ROOT_CONTEXT
    const [, traceId, spanId, flags] = parent.split('-')
    const remote = { traceId, spanId, traceFlags: Number.parseInt(flags!, 16), isRemote: true }
    return api.trace.setSpanContext(api.ROOT_CONTEXT, remote)
  }
  return {
    tracer(name, kind, parent, attributes) {
      const span = spans.startSpan(name, { kind: kinds[kind], attributes }, contextOf(parent))
      const { traceId, spanId, traceFlags } = span.spanContext()
      return {
        traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
        end(more, error, called) {
          span.setAttributes(error === undefined ? more : { ...more, 'error.type': error })
          if (called !== undefined) span.updateName(called)
          if (error !== undefined) span.setStatus({ code: api.SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    stop: () => provider.shutdown(),
  }
}
