// Searches for people by names that are nearly right: who is found, and how fast.

import type { Database } from '../../src/database/database.ts'
import { typedWords } from '../../src/matching/search-words.ts'
import { workersNamed } from '../../src/store/people/find-people.ts'
import { somebodyAt } from './population.ts'
import { idAt } from './stored.ts'

export type Searched = { ms: number; found: boolean }

/** The last name first, with two of its letters swapped. */
export async function searchAll(database: Database, workers: number, count: number): Promise<Searched[]> {
  const searched: Searched[] = []
  for (let at = 0; at < count; at++) {
    const index = Math.floor((at * workers) / count)
    const { firstName, lastName } = somebodyAt(index)
    const [a = '', b = ''] = lastName.slice(2, 4)
    const typed = `${lastName.slice(0, 2)}${b}${a}${lastName.slice(4)} ${firstName}`
    const began = performance.now()
    const found = await workersNamed(database, typedWords(typed))
    searched.push({ ms: performance.now() - began, found: found.some(({ id }) => id === idAt(index)) })
  }
  return searched
}
