// A thousand random programmes; npm test runs a few.
import { promiseMetrics } from '../support/metric-properties.ts'

await promiseMetrics(1000)
