// What operations and their records are called in documents and programs, by the operation's own name.
import { capitalized, singular } from '../formats/words.ts'
import type { Operation } from '../kernel/operation/operation.ts'

/** listCompanyTags as ['list', 'CompanyTags']. */
const partsOf = ({ name }: Operation) =>
  name.match(/^([a-z]+)(.+)$/)!.slice(1) as [verb: string, what: string]

export const verbOf = (operation: Operation): string => partsOf(operation)[0]

/** CompanyTag. */
export const recordNameOf = (operation: Operation): string => singular(partsOf(operation)[1])

/** What was done to it: Created, Marked. */
export const doneOf = (operation: Operation): string => capitalized(verbOf(operation)).replace(/e?$/, 'ed')

/** What it is sent: NewWorker, MarkBillingCheck. */
export function bodyNameOf(operation: Operation): string {
  const verb = verbOf(operation)
  return `${verb === 'create' ? 'New' : capitalized(verb)}${recordNameOf(operation)}`
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
