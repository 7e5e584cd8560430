// The types of ranking.js, which browsers are given as it is.
import type { SearchIndex } from './search-index.ts'

export type Found = { path: string; title: string; kind: string; name: string; anchor: string; said: string }
export type Prepared = { entries: readonly Found[] }
export function prepared(index: SearchIndex): Prepared
export function ranked(index: Prepared, query: string, most: number): Found[]
