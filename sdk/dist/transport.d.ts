export type Options = {
    /** Where the server is, with or without /api/open/v1. */
    url: string;
    key: string;
    /** How often a request is tried, the first time included. */
    attempts?: number;
    /** How long an answer may take. */
    timeoutMs?: number;
    /** Instead of the global fetch. */
    fetch?: typeof fetch;
};
export type Sent = {
    method: 'GET' | 'POST';
    path: string;
    query?: Record<string, string>;
    body?: unknown;
    headers?: Record<string, string>;
    signal?: AbortSignal;
};
export type Answered = {
    data: any;
    meta?: any;
};
export type Transport = (request: Sent) => Promise<Answered>;
export declare function transportFor({ url, key, attempts, timeoutMs, fetch: own }: Options): Transport;
