import { type Calls, type Resource, type Row } from './generated.ts';
import { type Batch, type SyncOptions, type SyncState } from './sync.ts';
import { type Options } from './transport.ts';
export type Muster = Calls & {
    /**
     * Keeps a copy of a resource: gives everything at first, then what has changed since `state`, and the state to go on
     * from. Keep the state together with the rows of its batch.
     */
    sync<R extends Resource>(resource: R, state: SyncState | undefined, take: (batch: Batch<Row<R>>) => Promise<void> | void, options?: SyncOptions): Promise<SyncState>;
};
export declare function createMuster(options: Options): Muster;
