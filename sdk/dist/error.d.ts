import type { ProblemCode } from './generated.ts';
export type ErrorCode = ProblemCode | 'NETWORK_ERROR';
export declare class MusterError extends Error {
    readonly name = "MusterError";
    /** For programs: one of the codes of the API, or NETWORK_ERROR. */
    readonly code: ErrorCode;
    /** The status of the answer; 0 where there was none. */
    readonly status: number;
    /** Names the request in the server's logs. */
    readonly requestId: string | undefined;
    /** Seconds after which it may be tried again, where the server says so. */
    readonly retryAfterSeconds: number | undefined;
    constructor(code: ErrorCode, message: string, about?: {
        status?: number;
        requestId?: string | undefined;
        retryAfterSeconds?: number | undefined;
        cause?: unknown;
    });
}
