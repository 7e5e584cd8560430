// A thousand random programmes; npm test has twelve, and asks more of each.
import { promiseMetrics } from '../support/metric-properties.ts'
import './4-11-metric-properties.test.ts'

await promiseMetrics(1000, 10)
