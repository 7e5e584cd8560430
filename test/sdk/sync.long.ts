// A copy kept by the SDK is the server's own rows, over many programmes of loads and deletions.
import { promiseSync } from '../support/sync-properties.ts'

await promiseSync(300)
