// Keeping a copy of a resource: the cursor of the changes first, then the list, then what has changed since the
// cursor. Pages of a list shift while rows come and go; so the copy is counted against the server before it is
// called whole.
import { MusterError } from './error.js';
import { followed } from './generated.js';
export async function syncRecords(transport, resource, state, take, options = {}) {
    const { path, type } = followed[resource] ?? {};
    if (!path || !type)
        throw new TypeError(`${resource} has no changes to follow`);
    const work = { transport, path, type, take: take, options };
    try {
        return state ? (await follow(work, state)).state : await copy(work);
    }
    catch (error) {
        if (!(error instanceof MusterError) || error.code !== 'RESYNC_REQUIRED')
            throw error;
        return syncRecords(transport, resource, undefined, take, options);
    }
}
const sentWith = ({ options: { signal } }) => (signal ? { signal } : {});
const paramsOf = ({ options: { params = {} } }) => Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
/** Everything, until the number of rows is the server's own. */
async function copy(work) {
    const { meta } = await changesAfter(work, 'now');
    let state = { cursor: meta.next };
    const held = new Set();
    await work.take({ reset: true, upserts: [], deletes: [], state: undefined });
    for (;;) {
        await list(work, held);
        const caught = await settle(work, state, held);
        state = caught.state;
        if (caught.whole) {
            await work.take({ reset: false, upserts: [], deletes: [], state });
            return state;
        }
    }
}
async function list(work, held) {
    for (let page = 1;; page++) {
        const query = { ...paramsOf(work), page: String(page), limit: '200' };
        const { data, meta } = await work.transport({ method: 'GET', path: work.path, query, ...sentWith(work) });
        const upserts = data.filter(({ id }) => !held.has(id));
        for (const { id } of upserts)
            held.add(id);
        if (upserts.length > 0)
            await work.take({ reset: false, upserts, deletes: [], state: undefined });
        if (data.length === 0 || page * meta.limit >= meta.total)
            return;
    }
}
/** Follows the changes until none came while the rows were counted. */
async function settle(work, from, held) {
    let state = from;
    for (;;) {
        state = (await follow(work, state, held)).state;
        const query = { limit: '1' };
        const { meta } = await work.transport({ method: 'GET', path: work.path, query, ...sentWith(work) });
        const then = await follow(work, state, held);
        state = then.state;
        // What is held exists; as many as there are is therefore all there are.
        if (then.count === 0)
            return { state, whole: held.size === meta.total };
    }
}
const changesAfter = (work, after) => work.transport({
    method: 'GET',
    path: '/changes',
    query: { after, limit: '200' },
    ...sentWith(work),
});
/** With `held`, while the first copy is made: no state is given that leaves out the list. */
async function follow(work, from, held) {
    let state = from;
    let count = 0;
    for (;;) {
        const { data, meta } = await changesAfter(work, state.cursor);
        state = { cursor: meta.next };
        const own = data.filter(({ type }) => type === work.type);
        count += own.length;
        const { upserts, deletes } = await fetched(work, own);
        if (held) {
            for (const { id } of upserts)
                held.add(id);
            for (const id of deletes)
                held.delete(id);
        }
        if (!held || own.length > 0)
            await work.take({ reset: false, upserts, deletes, state: held ? undefined : state });
        if (!meta.more)
            return { state, count };
    }
}
/** The rows as they are now: a change says only that there was one. */
async function fetched(work, changes) {
    const last = new Map(changes.map(change => [change.id, change]));
    const upserts = [];
    const deletes = [];
    const waiting = [...last.values()];
    const fetchNext = async () => {
        for (let change = waiting.shift(); change; change = waiting.shift()) {
            const row = change.change === 'upserted' ? await one(work, change.id) : undefined;
            if (row)
                upserts.push(row);
            else
                deletes.push(change.id);
        }
    };
    await Promise.all(Array.from({ length: work.options.concurrency ?? 4 }, fetchNext));
    return { upserts, deletes };
}
async function one(work, id) {
    try {
        const path = `${work.path}/${encodeURIComponent(id)}`;
        return (await work.transport({ method: 'GET', path, query: paramsOf(work), ...sentWith(work) })).data;
    }
    catch (error) {
        if (error instanceof MusterError && error.code === 'NOT_FOUND')
            return undefined;
        throw error;
    }
}
