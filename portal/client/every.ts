// Pages of an answer one after the other, up to a number of rows that a browser draws at once.
import { envelope } from './http.ts'

export type Every<T, M = object> = { rows: T[]; total: number; meta: M }

const pageSize = 200

/** `path` has its filters already; the first `most` rows of what it gives. */
export async function every<T, M = object>(
  path: string,
  { most = 2000, signal }: { most?: number; signal?: AbortSignal } = {},
): Promise<Every<T, M>> {
  const rows: T[] = []
  const joint = path.includes('?') ? '&' : '?'
  for (let page = 1; ; page++) {
    const { data, meta } = await envelope<T[]>(
      'GET',
      `${path}${joint}limit=${pageSize}&page=${page}`,
      signal ? { signal } : {},
    )
    rows.push(...data)
    const total = meta?.total ?? rows.length
    if (rows.length >= Math.min(total, most) || data.length === 0) return { rows, total, meta: meta as M }
  }
}
