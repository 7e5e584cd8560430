// Which call comes next when an id was asked for and something else was given: the one that finds it by its name or
// reference. An assistant has those from people, and has to get from them to ids by what it is told here alone.
import type { Caller } from '../access/caller.ts'
import type { Operation } from '../kernel/operation/operation.ts'
import { isId, type Parameter } from '../kernel/operation/parameter.ts'
import { nodeOf } from '../shape/shape.ts'
import { type Arguments, pathNames } from './arguments.ts'
import { mayCall } from './tool.ts'

/** What finds records of a type by words, for a caller: nothing where no tool does. */
export type Finder = (type: string, words: string) => string

export const finderIn =
  (tools: readonly Operation[], caller: Pick<Caller, 'kind' | 'scopes'> | undefined): Finder =>
  (type, words) => {
    if (type === 'company' || type === caller?.kind) return 'open_api_get_me has the ids of this key'
    const found = tools.find(
      one =>
        one.shape === 'list' &&
        one.reads === type &&
        one.parameters.some(({ name }) => name === 'query') &&
        (!caller || mayCall(one, caller)),
    )
    return found
      ? `${found.tool} with query=${JSON.stringify(words.slice(0, 80))} finds the id`
      : `records that name it have its id: ask for fields=${type}`
  }

const takesIds = ({ schema }: Parameter) =>
  /A-Za-z0-9_/.test((nodeOf(schema) as { pattern?: string }).pattern ?? '')

/** What was given where ids are taken, with the type that each is of. */
const idsGiven = (operation: Operation, given: Arguments) => [
  ...pathNames(operation).map(name => ({ name, type: recordIn(operation), value: given[name] })),
  ...operation.parameters
    .filter(parameter => takesIds(parameter) && parameter.name !== 'id')
    .map(({ name }) => ({ name, type: name.replace(/Id$/, ''), value: given[name] })),
]

/** A path under a company or project has the id of that. */
const recordIn = ({ shape, reads, noun }: Operation) => (shape === 'single' && reads) || noun

const texts = (value: unknown): string[] =>
  [value].flat().flatMap(one => (typeof one === 'string' ? one.split(',') : []))

/** The ids that we make ourselves are nothing that a person would say. */
const isOurs = (text: string) => /^[0-9a-f]{24}$/.test(text)

/** For what is not an id in form, or, where nothing was found, for whatever may be a name. */
export function nextCall(
  operation: Operation,
  given: Arguments,
  finder: Finder,
  why: 'malformed' | 'nothing found',
): string | undefined {
  const isWrong = (text: string) => (why === 'malformed' ? !isId(text) : !isOurs(text))
  for (const { name, type, value } of idsGiven(operation, given)) {
    const wrong = texts(value).find(isWrong)
    if (wrong !== undefined) return `${name} takes an id: ${finder(type, wrong.trim())}.`
  }
  return undefined
}
