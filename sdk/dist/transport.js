// Requests with a key: tried again where that is safe and useful, and failing with one kind of error.
import { MusterError } from './error.js';
const prefix = '/api/open/v1';
const firstWaitMs = 250;
const longestWaitMs = 60_000;
export function transportFor({ url, key, attempts = 4, timeoutMs = 30_000, fetch: own }) {
    const base = `${url.replace(/\/+$/, '').replace(new RegExp(`${prefix}$`), '')}${prefix}`;
    const send = own ?? fetch;
    return async (request) => {
        for (let attempt = 1;; attempt++) {
            try {
                return await once(send, base, key, timeoutMs, request);
            }
            catch (error) {
                if (!(error instanceof MusterError) || attempt >= attempts || !mayRepeat(request, error))
                    throw error;
                await pause(waitMs(error, attempt), request.signal);
            }
        }
    };
}
async function once(send, base, key, timeoutMs, { method, path, query, body, headers, signal }) {
    const search = new URLSearchParams(query).toString();
    const patience = AbortSignal.timeout(timeoutMs);
    let response;
    let text;
    try {
        response = await send(`${base}${path}${search ? `?${search}` : ''}`, {
            method,
            headers: {
                Accept: 'application/json',
                Authorization: `Bearer ${key}`,
                ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
                ...headers,
            },
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
            signal: signal ? AbortSignal.any([signal, patience]) : patience,
        });
        text = await response.text();
    }
    catch (cause) {
        signal?.throwIfAborted();
        throw new MusterError('NETWORK_ERROR', `${method} ${path}: ${reasonOf(cause)}`, { cause });
    }
    return answerIn(response, text);
}
function answerIn(response, text) {
    const about = {
        status: response.status,
        requestId: response.headers.get('x-request-id') ?? undefined,
        retryAfterSeconds: Number(response.headers.get('retry-after') ?? Number.NaN) || undefined,
    };
    let answer;
    try {
        answer = JSON.parse(text);
    }
    catch {
        throw new MusterError('NETWORK_ERROR', `The answer (${response.status}) is not from the API`, about);
    }
    if (response.ok)
        return answer;
    const { code = 'INTERNAL_ERROR', message = `The server answered ${response.status}` } = answer.error ?? {};
    throw new MusterError(code, message, about);
}
const codeOf = (cause) => {
    const { code, cause: inner } = cause;
    return typeof code === 'string' ? code : inner ? codeOf(inner) : '';
};
const reasonOf = (cause) => `${cause.message}${codeOf(cause) ? ` (${codeOf(cause)})` : ''}`;
/** Failures before anything was sent. */
const unsent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);
/** A GET may be repeated after trouble that passes; a POST only if it never left. */
function mayRepeat({ method }, error) {
    if (method !== 'GET')
        return error.code === 'NETWORK_ERROR' && unsent.has(codeOf(error.cause ?? {}));
    return error.code === 'NETWORK_ERROR' || error.status === 429 || error.status >= 500;
}
function waitMs({ retryAfterSeconds }, attempt) {
    if (retryAfterSeconds !== undefined)
        return Math.min(retryAfterSeconds * 1000, longestWaitMs);
    return firstWaitMs * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
}
function pause(ms, signal) {
    return new Promise((resolve, reject) => {
        const stop = () => {
            clearTimeout(timer);
            reject(signal.reason);
        };
        const timer = setTimeout(() => {
            signal?.removeEventListener('abort', stop);
            resolve();
        }, ms);
        if (signal?.aborted)
            stop();
        else
            signal?.addEventListener('abort', stop, { once: true });
    });
}
