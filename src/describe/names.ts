// What operations and their records are called in documents and programs: made from their tools' names.
import type { Operation } from '../kernel/operation/operation.ts'

export const capitalized = (word: string) => word[0]!.toUpperCase() + word.slice(1)
const pascal = (words: readonly string[]) => words.map(capitalized).join('')
export const singular = (word: string) => word.replace(/ies$/, 'y').replace(/([^s])s$/, '$1')

/** list_company_tags as ['list', 'company', 'tags']; reference lists are lists too; get_totals of timesheets as
 * ['get', 'timesheet', 'totals']. */
function wordsOf({ tool, topic, list: one }: Operation): string[] {
  if (topic) return ['list', ...topic.split(/(?=[A-Z])/).map(word => word.toLowerCase())]
  const [verb, ...rest] = tool.replace(/^open_api_/, '').split('_') as [string, ...string[]]
  return [verb, ...(one?.split('-').map(singular) ?? []), ...rest]
}

/** listCompanyTags. */
export function operationIdOf(operation: Operation): string {
  const [verb, ...rest] = wordsOf(operation)
  return verb! + pascal(rest)
}

/** CompanyTag. */
export function recordNameOf(operation: Operation): string {
  const [, ...rest] = wordsOf(operation)
  return pascal([...rest.slice(0, -1), singular(rest.at(-1)!)])
}

/** What was done to it: Created, Marked. */
export const doneOf = (operation: Operation): string =>
  capitalized(wordsOf(operation)[0]!).replace(/e?$/, 'ed')

/** What it is sent: NewWorker, MarkBillingCheck. */
export function bodyNameOf(operation: Operation): string {
  const [verb] = wordsOf(operation)
  return `${verb === 'create' ? 'New' : capitalized(verb!)}${recordNameOf(operation)}`
}

const camel = (word: string) => word.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** What an operation is in the SDK: the resource and the method; a resource alone is a function. */
export function clientNameOf({ method, path, shape }: Operation): { resource: string; method?: string } {
  const [first, ...rest] = path.split('/').slice(1)
  const resource = camel(first!)
  const last = rest.filter(word => !word.startsWith('{')).at(-1)
  if (last) return { resource, method: camel(last) }
  if (method === 'POST') return { resource, method: 'create' }
  if (rest.length > 0) return { resource, method: 'get' }
  if (shape === 'single') return { resource }
  return { resource, method: shape === 'list' ? 'list' : 'read' }
}
