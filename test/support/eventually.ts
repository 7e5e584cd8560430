// What comes in its own time, awaited: asked for again until it is there, or until it has taken too long.
import { setTimeout as wait } from 'node:timers/promises'

type Nothing = undefined | null | false

/** What `ask` finds, once it finds something; an error in words where it never does. */
export async function eventually<T>(
  promise: string,
  ask: () => Promise<T | Nothing> | T | Nothing,
  withinMs = 60_000,
): Promise<T> {
  for (const end = performance.now() + withinMs; ; await wait(10)) {
    const found = await ask()
    if (found) return found
    if (performance.now() > end)
      throw new Error(`Within ${withinMs / 1000} seconds it did not come true that ${promise}`)
  }
}
