// Every single query that an operation's declaration allows of its list, with values of records that exist.
import { at } from '../scripts/coverage/ask.ts'
import { pathOf, searchedIn } from '../scripts/coverage/subjects.ts'
import type { CallerKind } from '../src/access/caller.ts'
import type { Operation } from '../src/kernel/operation/operation.ts'
import { type Node, nodeOf } from '../src/shape/shape.ts'

// biome-ignore lint/suspicious/noExplicitAny: records of every list, looked into freely
export type Any = any

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

/** The last week, a week two years ago, and everything. */
const ranges = [`from=${day(7)}`, `from=${day(737)}&to=${day(730)}`, `from=${day(5000)}&to=${day(0)}`]

export function queriesOf(operation: Operation, kind: CallerKind, sample: readonly Any[]): string[] {
  const found: string[] = ['']
  for (const { name, schema, callers, httpOnly, read } of operation.parameters) {
    if (httpOnly || (callers && callers !== kind)) continue
    const allowed = (word: string) => {
      try {
        return read(word, kind) === word
      } catch {
        return false
      }
    }
    const { enum: words, type, pattern } = nodeOf(schema) as Node & { pattern?: string }
    if (name === 'sortBy')
      found.push(...words!.flatMap(by => ['asc', 'desc'].map(order => `sortBy=${by}&sortOrder=${order}`)))
    else if (name === 'sortOrder') found.push('sortOrder=asc', 'sortOrder=desc')
    else if (name === 'dateField')
      found.push(...words!.flatMap(field => ranges.map(range => `dateField=${field}&${range}`)))
    else if (name === 'from') found.push(...ranges)
    else if (words) found.push(...words.filter(allowed).map(word => `${name}=${encodeURIComponent(word)}`))
    else if (type === 'boolean') found.push(`${name}=true`)
    else if (name === 'query') found.push(...searches(operation, sample))
    else if (pattern && name !== 'groupBy') found.push(...idsOf(operation, name, sample))
  }
  return found
}

/** Of every path that is searched a value, whole and its first letters, and a letter that nearly all have. */
function searches(operation: Operation, sample: readonly Any[]): string[] {
  const texts = searchedIn(operation).flatMap(path => at(sample, path).slice(0, 1) as string[])
  const words = texts.flatMap(text => [text, text.slice(0, 4)].map(word => word.trim()))
  return [...new Set([...words, 'e', 'zzqq'])].map(word => `query=${encodeURIComponent(word)}`)
}

function idsOf(operation: Operation, name: string, sample: readonly Any[]): string[] {
  const shown = pathOf(operation, name)
  const ids = [...new Set(at(sample, shown === name ? `${name}.id` : shown || `${name}.id`))]
  const single = operation.path === '/sites' && name === 'project'
  return [...ids.slice(0, 1), ...(single || ids.length < 2 ? [] : [ids.slice(0, 3).join()])].map(
    id => `${name}=${id}`,
  )
}
