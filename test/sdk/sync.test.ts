// A copy kept by the SDK is the server's own rows; the long run tries more.
import { promiseSync } from '../support/sync-properties.ts'

await promiseSync(2)
