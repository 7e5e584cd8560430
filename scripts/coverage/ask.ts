// Asking a running server, with patience for its limits.

// biome-ignore lint/suspicious/noExplicitAny: answers of every operation, looked into freely
export type Any = any
export type Reply = { status: number; body: Any }
export type Ask = (path: string, query?: Record<string, string>) => Promise<Reply>

/** Enough to look whether it is right; where all records are looked for, as many as a page may have. */
const [some, most] = [50, 200]

/** Requests with one key; where the key has no more for this minute, waits as long as it is told. */
export const asking =
  (base: string, key: string): Ask =>
  async (path, query = {}) => {
    const url = `${base}${path}?${new URLSearchParams(query)}`
    for (;;) {
      const response = await fetch(url, { headers: { Authorization: `Bearer ${key}` } })
      const body = await response.json()
      if (response.status !== 429) return { status: response.status, body }
      const seconds = Number(response.headers.get('retry-after') ?? 1)
      await new Promise(done => setTimeout(done, Math.min(60, seconds) * 1000))
    }
  }

/** Records of a list, up to a number of pages. */
export async function recordsOf(
  ask: Ask,
  path: string,
  query: Record<string, string> = {},
  pages = 1,
): Promise<Any[]> {
  const records: Any[] = []
  for (let page = 1; page <= pages; page++) {
    const { status, body } = await ask(path, {
      limit: String(pages > 1 ? most : some),
      page: String(page),
      ...query,
    })
    if (status !== 200) throw new Error(`${status} ${body.error?.code}: ${body.error?.message}`)
    records.push(...body.data)
    if (records.length >= body.meta.total || body.data.length === 0) break
  }
  return records
}

/** Values at a dot path, through lists, without what is unset. */
export function at(value: Any, path: string): Any[] {
  if (Array.isArray(value)) return value.flatMap(item => at(item, path))
  const [first, ...rest] = path.split('.')
  const found = value?.[first!]
  if (found === undefined || found === null) return []
  if (rest.length > 0) return at(found, rest.join('.'))
  return Array.isArray(found) ? found : [found]
}
