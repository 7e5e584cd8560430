// What a page reads from the server: loaded when it is shown, again when it asks for something else, and every so often
// where it is live. What was there stays until the next has come, so that nothing jumps.
import { signal } from '@preact/signals'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { ApiError, isLookedAt } from './http.ts'
import { session } from './session.ts'

const timesReadAgain = signal(0)

/** Everything that is shown is read once more. */
export const readAllAgain = (): void => {
  timesReadAgain.value++
}

export type LoadResult<T> = {
  data?: T
  error?: ApiError
  isLoading: boolean
  reload(): Promise<void>
  /** Shows this in its place, until it is loaded again. */
  put(data: T): void
}

type How = {
  /** Loads again each time this has passed, while the page is looked at. */
  everyMs?: number
  /** Goes on showing the former answer while another is loaded, as when a page is turned. */
  keeps?: boolean
}

/** Loads again where `what`, the words for what is loaded, has changed; nothing where it is undefined. */
export function useLoaded<T>(
  what: string | undefined,
  load: (signal: AbortSignal) => Promise<T>,
  { everyMs, keeps = false }: How = {},
): LoadResult<T> {
  const [state, setState] = useState<{ what?: string; data?: T; error?: ApiError }>({})
  const [isLoading, setLoading] = useState(what !== undefined)
  const latest = useRef(load)
  latest.current = load
  const under = useRef<AbortController | undefined>(undefined)

  const run = useCallback(async () => {
    if (what === undefined) return
    under.current?.abort()
    const mine = new AbortController()
    under.current = mine
    setLoading(true)
    try {
      const data = await latest.current(mine.signal)
      if (!mine.signal.aborted) setState({ what, data })
    } catch (error) {
      if (mine.signal.aborted) return
      const refused = error instanceof ApiError ? error : new ApiError(0, 'UNKNOWN', String(error))
      // What cannot be refreshed just now is still worth looking at.
      setState(before => ({ ...(before.what === what && before), what, error: refused }))
    }
    if (under.current === mine) setLoading(false)
  }, [what])

  useEffect(() => {
    void run()
    return () => under.current?.abort()
    // Who has signed in again goes on where the session ended.
  }, [run, session.value, timesReadAgain.value])

  useEffect(() => {
    if (!everyMs) return
    const timer = setInterval(() => isLookedAt() && void run(), everyMs)
    return () => clearInterval(timer)
  }, [run, everyMs])

  const isCurrent = state.what === what
  return {
    ...((isCurrent || keeps) && state.data !== undefined && { data: state.data }),
    ...(isCurrent && state.error && { error: state.error }),
    isLoading: what !== undefined && (isLoading || !isCurrent),
    reload: run,
    put: data => setState({ ...(what !== undefined && { what }), data }),
  }
}
