// The client: a method for each operation, made from the generated list of them.
import { withContents } from './documents.js';
import { operations } from './generated.js';
import { Pages } from './pages.js';
import { syncRecords } from './sync.js';
import { transportFor } from './transport.js';
export function createMuster(options) {
    const transport = transportFor(options);
    const muster = {
        sync: (resource, state, take, more) => syncRecords(transport, resource, state, take, more),
    };
    for (const operation of operations) {
        const run = callOf(operation, transport);
        if (operation.method === undefined)
            muster[operation.resource] = run;
        else
            muster[operation.resource] = { ...muster[operation.resource], [operation.method]: run };
    }
    return muster;
}
function callOf({ verb, path, shape, body }, transport) {
    return (...args) => {
        const at = path.replace('{id}', () => encodeURIComponent(String(args.shift())));
        const sent = body ? args.shift() : undefined;
        const { signal, idempotencyKey, ...given } = (args.shift() ?? {});
        const { query, hidesId } = queryOf(given, shape === 'list');
        const rest = signal ? { signal } : {};
        if (shape === 'list') {
            const read = (asked) => transport({ method: verb, path: at, query: asked, ...rest });
            return new Pages(read, query, hidesId);
        }
        const headers = idempotencyKey ? { headers: { 'Idempotency-Key': idempotencyKey } } : {};
        const answered = (body ? withContents(sent) : Promise.resolve(undefined)).then(content => transport({ method: verb, path: at, query, ...headers, ...rest, ...(body ? { body: content } : {}) }));
        return shape === 'feed' ? answered : answered.then(({ data }) => data);
    };
}
/** Lists are written with commas; where `fields` leaves out the id of a row, it is asked for all the same. */
function queryOf(given, list) {
    const query = {};
    for (const [name, value] of Object.entries(given)) {
        if (value !== undefined)
            query[name] = Array.isArray(value) ? value.join(',') : String(value);
    }
    const fields = query.fields?.split(',');
    const hidesId = list && fields !== undefined && !fields.includes('id') && given.metric === undefined;
    if (hidesId)
        query.fields = `id,${query.fields}`;
    return { query, hidesId };
}
