// Long lists, page after page: the first page is kept fresh, and what was shown below it stays.
import { useEffect, useState } from 'preact/hooks'
import { ApiError } from './http.ts'
import { type LoadResult, useLoaded } from './use-loaded.ts'

const pageSize = 50

type Page<T> = { load: (after: string | undefined, signal?: AbortSignal) => Promise<T[]>; everyMs?: number }

/** What is shown of a list, newest first, and how to show more of it where there is more. */
export function usePages<T extends { id: string }>(
  what: string,
  { load, everyMs }: Page<T>,
): LoadResult<T[]> & { more?: () => void; isLoadingMore: boolean } {
  const first = useLoaded(what, signal => load(undefined, signal), everyMs ? { everyMs } : {})
  const [shown, setShown] = useState<{ what: string; rows: T[]; isWhole: boolean }>()
  const [isLoadingMore, setLoadingMore] = useState(false)
  const [error, setError] = useState<ApiError>()
  const mine = shown?.what === what ? shown : undefined

  useEffect(() => {
    const fresh = first.data
    if (fresh)
      setShown(before => {
        const known = before?.what === what ? before : undefined
        const rows = joined(fresh, known?.rows ?? [])
        const isWhole = fresh.length < pageSize || (rows.length > fresh.length && known!.isWhole)
        return { what, rows, isWhole }
      })
  }, [first.data, what])

  const more = async () => {
    setLoadingMore(true)
    setError(undefined)
    try {
      const next = await load(mine!.rows.at(-1)!.id)
      setShown({ what, rows: [...mine!.rows, ...next], isWhole: next.length < pageSize })
    } catch (thrown) {
      if (thrown instanceof ApiError) setError(thrown)
      else throw thrown
    }
    setLoadingMore(false)
  }
  const data = mine?.rows ?? first.data
  const wrong = error ?? first.error
  return {
    ...first,
    ...(data && { data }),
    ...(wrong && { error: wrong }),
    isLoadingMore,
    ...(mine && !mine.isWhole && { more: () => void more() }),
  }
}

/** A fresh first page before what was shown below it; alone where too much came between to tell. */
function joined<T extends { id: string }>(fresh: readonly T[], shown: readonly T[]): T[] {
  const last = fresh.length < pageSize ? undefined : fresh.at(-1)!.id
  const at = shown.findIndex(({ id }) => id === last)
  return at < 0 ? [...fresh] : [...fresh, ...shown.slice(at + 1)]
}
