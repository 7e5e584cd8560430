export class MusterError extends Error {
    name = 'MusterError';
    /** For programs: one of the codes of the API, or NETWORK_ERROR. */
    code;
    /** The status of the answer; 0 where there was none. */
    status;
    /** Names the request in the server's logs. */
    requestId;
    /** Seconds after which it may be tried again, where the server says so. */
    retryAfterSeconds;
    constructor(code, message, about = {}) {
        super(message, about.cause === undefined ? {} : { cause: about.cause });
        this.code = code;
        this.status = about.status ?? 0;
        this.requestId = about.requestId;
        this.retryAfterSeconds = about.retryAfterSeconds;
    }
}
