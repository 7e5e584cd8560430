import type { Transport } from './transport.ts';
/** Where a copy has got to: plain JSON, to be kept with it. */
export type SyncState = {
    cursor: string;
};
export type Batch<T> = {
    /** Set when everything that was copied before must go: what follows is the whole again. */
    reset: boolean;
    upserts: T[];
    /** Ids of rows that are gone, or not this key's any more. */
    deletes: string[];
    /** Where to go on from once this batch is kept; none while the first copy is not whole. */
    state: SyncState | undefined;
};
export type SyncOptions = {
    signal?: AbortSignal;
    /** Adds parts to the rows, such as includeTimelogs. */
    params?: Record<string, string | boolean>;
    /** Rows that are fetched at the same time. */
    concurrency?: number;
};
type Take<T> = (batch: Batch<T>) => Promise<void> | void;
export declare function syncRecords(transport: Transport, resource: string, state: SyncState | undefined, take: Take<never>, options?: SyncOptions): Promise<SyncState>;
export {};
