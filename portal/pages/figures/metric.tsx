// A recruitment metric of the API, read whole for the days and owners of the page.
import type { metricMeta, metricShapes } from '../../../src/api/recruitment-metrics/shapes.ts'
import type { Static } from '../../../src/shape/shape.ts'
import { type Every, every } from '../../client/every.ts'
import { type ApiError, query } from '../../client/http.ts'
import { type LoadResult, useLoaded } from '../../client/use-loaded.ts'
import type { View } from '../../components/key-view.tsx'
import { Empty, Show } from '../../components/layout.tsx'
import { period } from '../../components/period.tsx'

export type Metric = keyof typeof metricShapes
export type MetricRow<M extends Metric> = Static<(typeof metricShapes)[M]>
type Metrics<M extends Metric> = Every<MetricRow<M>, Static<typeof metricMeta>>

/** `request` is the path that gives it, for whoever wants the same without the portal. */
export function useMetric<M extends Metric>(
  view: View,
  metric: M,
  more: Readonly<Record<string, string>> = {},
): { request: string; loaded: LoadResult<Metrics<M>> } {
  const request = `/requisitions/recruitment-metrics${query({ metric, ...more, ...period() })}` as const
  const path = `${view.base}${request}` as const
  const read = (signal: AbortSignal) =>
    every<MetricRow<M>, Static<typeof metricMeta>>(path, { signal, most: 10_000 })
  return { request, loaded: useLoaded(path, read, { keeps: true }) }
}

/** Where the company does not track stages, that is not an error of the page. */
export function ShownMetric<T>({ loaded, rows, children }: Parameters<typeof Show<T>>[0]) {
  if (isOff(loaded.error))
    return (
      <Empty>
        No company of this key tracks the stages of recruitment. It is set where its records are loaded from,
        as <code>stageTracking</code>.
      </Empty>
    )
  return (
    <Show loaded={loaded} {...(rows !== undefined && { rows })}>
      {children}
    </Show>
  )
}
const isOff = (error: ApiError | undefined) => error?.code === 'FEATURE_NOT_ENABLED'
