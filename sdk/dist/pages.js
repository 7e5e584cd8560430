// A list, page by page or row by row. Rows that come in meanwhile push others onto the next page: a row is given
// once all the same.
const most = 200;
export class Pages {
    #read;
    #query;
    #hidesId;
    /** `hidesId`: the id was asked for to tell rows apart, and is not shown. */
    constructor(read, query, hidesId) {
        this.#read = read;
        this.#query = query;
        this.#hidesId = hidesId;
    }
    /** One page, as the server gives it. */
    async page(number = Number(this.#query.page ?? 1)) {
        const { data, meta } = await this.#read({ ...this.#query, page: String(number) });
        return { data: data.map(row => this.#shown(row)), meta };
    }
    /** How many rows there are in all. */
    async total() {
        return (await this.#read({ ...this.#query, page: '1', limit: '1' })).meta.total;
    }
    async toArray() {
        const rows = [];
        for await (const row of this)
            rows.push(row);
        return rows;
    }
    async *[Symbol.asyncIterator]() {
        const seen = new Set();
        const query = { limit: String(most), ...this.#query };
        for (let page = Number(this.#query.page ?? 1);; page++) {
            const { data, meta } = await this.#read({ ...query, page: String(page) });
            for (const row of data) {
                const { id } = row;
                if (id !== undefined && seen.has(id))
                    continue;
                seen.add(id);
                yield this.#shown(row);
            }
            if (data.length === 0 || page * meta.limit >= meta.total)
                return;
        }
    }
    #shown(row) {
        if (!this.#hidesId)
            return row;
        const { id: _, ...rest } = row;
        return rest;
    }
}
