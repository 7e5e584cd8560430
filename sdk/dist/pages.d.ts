export type PageMeta = {
    page: number;
    limit: number;
    total: number;
};
export type Page<T, M = PageMeta> = {
    data: T[];
    meta: M;
};
export declare class Pages<T, M extends PageMeta = PageMeta> implements AsyncIterable<T> {
    #private;
    /** `hidesId`: the id was asked for to tell rows apart, and is not shown. */
    constructor(read: (query: Record<string, string>) => Promise<Page<T, M>>, query: Record<string, string>, hidesId: boolean);
    /** One page, as the server gives it. */
    page(number?: number): Promise<Page<T, M>>;
    /** How many rows there are in all. */
    total(): Promise<number>;
    toArray(): Promise<T[]>;
    [Symbol.asyncIterator](): AsyncGenerator<T>;
}
