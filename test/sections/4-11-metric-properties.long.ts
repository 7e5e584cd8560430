// A thousand random programmes; npm test has forty, and asks as many questions.
import { promiseMetrics } from '../support/metric-properties.ts'

await promiseMetrics(1000, 10)
