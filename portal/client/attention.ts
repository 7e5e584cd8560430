// How much waits on each page, for the counts beside their names.

import { effect, signal } from '@preact/signals'
import { isLookedAt, request } from './http.ts'
import { session } from './session.ts'

/** By the kind of attention. */
export const attention = signal<Record<string, number>>({})

const everyMs = 30_000

async function refresh(): Promise<void> {
  const { attention: all } = await request('GET /operator/today')
  const counts: Record<string, number> = {}
  // Of matches each waits for somebody; of the rest the thing itself does, however often it went wrong.
  for (const { kind, count = 1 } of all)
    counts[kind] = (counts[kind] ?? 0) + (kind === 'matches_waiting' ? count : 1)
  attention.value = counts
}

effect(() => {
  const who = session.value
  if (who?.kind !== 'operator' || who.role === 'matches') {
    attention.value = {}
    return
  }
  const ask = () => isLookedAt() && refresh().catch(() => {})
  void ask()
  const timer = setInterval(ask, everyMs)
  return () => clearInterval(timer)
})
