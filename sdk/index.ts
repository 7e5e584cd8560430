// muster-sdk: a client of the Workforce and Programme Open API v1.
export { createMuster, type Muster } from './client.ts'
export type { Upload } from './documents.ts'
export { type ErrorCode, MusterError } from './error.ts'
export type * from './generated.ts'
export type { FieldOf, Narrow } from './narrow.ts'
export { type Export, type Page, type PageMeta, Pages } from './pages.ts'
export type { Batch, SyncOptions, SyncState } from './sync.ts'
export type { Options } from './transport.ts'
