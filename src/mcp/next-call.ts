// Which call finds an id where a name or a reference was given instead: assistants have those from people, and must get
// to ids by what they are told here.
import type { Caller } from '../access/caller.ts'
import { mayCall } from '../access/permit.ts'
import { isId } from '../formats/id.ts'
import type { Operation } from '../kernel/operation/operation.ts'
import { nodeOf } from '../shape/shape.ts'
import { pathNames, type ToolArguments } from './arguments.ts'

/** What finds records of a type, by words where there are some, for a caller: nothing where no tool does. */
export type Finder = (type: string, words: string) => string | undefined

export const finderIn =
  (tools: readonly Operation[], caller: Pick<Caller, 'kind' | 'scopes'> | undefined): Finder =>
  (type, words) => {
    if (type === 'company' || type === caller?.kind) return 'open_api_get_me has the ids of this key'
    const open = tools.filter(one => one.shape === 'list' && (!caller || mayCall(one, caller)))
    const query = words === '' ? '' : `query=${JSON.stringify(words.slice(0, 80))}`
    const own = open.find(one => one.reads === type && searches(one))
    if (own) return `${own.tool}${query && ` with ${query}`} finds the id`
    const naming = open.filter(one => nodeOf(one.answers).items?.properties?.[type]?.properties?.id)
    const byName = naming.find(one => searches(one, `${type}.name`))
    if (byName && query) return `${byName.tool} with ${query} and fields=${type} finds the id`
    return naming[0] && `${naming[0].tool} with fields=${type} has ids and names`
  }

const searches = ({ parameters }: Operation, path?: string) =>
  parameters.some(({ name, searches }) => name === 'query' && (!path || searches?.includes(path)))

/** What was given where ids are taken, with the type that each is of. */
const idsGiven = (operation: Operation, given: ToolArguments) => [
  ...pathNames(operation).map(name => ({ name, type: recordIn(operation), value: given[name] })),
  ...operation.parameters
    .filter(({ takesIds }) => takesIds)
    .map(({ name }) => ({
      name,
      type: name === 'id' ? (operation.reads ?? operation.noun) : name.replace(/Id$/, ''),
      value: given[name],
    })),
]

/** A path under a company or project has the id of that. */
const recordIn = ({ shape, reads, noun }: Operation) => (shape === 'single' && reads) || noun

const texts = (value: unknown): string[] =>
  [value].flat().flatMap(one => (typeof one === 'string' ? one.split(',') : []))

/** The ids that we make ourselves are nothing that a person would say. */
const isOurs = (text: string) => /^[0-9a-f]{24}$/.test(text)

/** Why an id may be what was wrong, by the code of the problem. */
const whys = {
  BAD_REQUEST: 'malformed',
  NOT_FOUND: 'nothing found',
  COMPANY_ACCESS_DENIED: 'nothing found',
  AGENCY_ACCESS_DENIED: 'nothing found',
  COMPANY_KEY_REQUIRED: 'not for this key',
} as const

type RefusalKind = (typeof whys)[keyof typeof whys]

export const whyOf = (code: string): RefusalKind | undefined =>
  Object.hasOwn(whys, code) ? whys[code as keyof typeof whys] : undefined

/** For what is not an id in form, or, where nothing was found, for whatever may be a name. */
export function nextCall(
  operation: Operation,
  given: ToolArguments,
  finder: Finder,
  why: RefusalKind,
): string | undefined {
  if (why === 'not for this key') {
    const elsewhere = operation.reads && finder(operation.reads, '')
    return elsewhere && `For this key, ${elsewhere}.`
  }
  const takesId = (name: string, type: string, words: string) =>
    [`${name} takes an id`, finder(type, words.trim()) ?? []].flat().join(': ').concat('.')
  const missing = pathNames(operation).find(name => given[name] === undefined)
  if (missing) {
    const type = recordIn(operation)
    return takesId(missing, type, texts(given[type])[0] ?? '')
  }
  const isWrong = (text: string) => (why === 'malformed' ? !isId(text) : !isOurs(text))
  for (const { name, type, value } of idsGiven(operation, given)) {
    const wrong = texts(value).find(isWrong)
    if (wrong !== undefined) return takesId(name, type, wrong)
  }
  return undefined
}
