// The checks: each asks the server something that must give a result, and looks whether the result is right.
import type { Operation } from '../../src/kernel/operation/operation.ts'
import type { Parameter } from '../../src/kernel/operation/parameter.ts'
import { type Node, nodeOf } from '../../src/shape/shape.ts'
import { type Any, type Ask, at, recordsOf } from './ask.ts'
import { added, pathOf, searchedIn } from './subjects.ts'

/** Why a check fails, or nothing. */
export type Verdict = string | undefined
export type Subject = {
  operation: Operation
  path: string
  ask: Ask
  /** The agency's key, for what only it is shown. */
  askAgency: Ask
  /** Records of the list, from which values to ask for are taken. */
  sample: readonly Any[]
  /** Ids that no record shows, for the parameters that take them. */
  unseen: Record<string, readonly string[]>
  companies: readonly string[]
}
export type Check = { group: string; name: string; run(): Promise<Verdict> }

const enumOf = (parameter: Parameter) => nodeOf(parameter.schema).enum
const isIds = (parameter: Parameter) =>
  (parameter.schema as Node & { pattern?: string }).pattern !== undefined
const text = (value: Any) => JSON.stringify(value).toLowerCase()

export function checksOf(subject: Subject): Check[] {
  const { operation } = subject
  if (operation.shape !== 'list') return []
  const title = operation.path
  return operation.parameters.flatMap(parameter => {
    const { name } = parameter
    const check = (group: string, word: string, run: Check['run']): Check => ({
      group,
      name: `${title} ${word}`,
      run,
    })
    const words = enumOf(parameter)
    // Exports are no pages of JSON: test/export compares them with these.
    if (name === 'sortOrder' || parameter.httpOnly) return []
    if (name === 'sortBy')
      return words!.flatMap(by =>
        ['asc', 'desc'].map(order => check('sorts', `${by} ${order}`, () => sorts(subject, by, order))),
      )
    if (name === 'dateField') return words!.map(field => check('dates', field, () => dates(subject, field)))
    if (words) return words.map(word => check('values', `${name}=${word}`, () => chosen(subject, name, word)))
    if (isIds(parameter)) return [check('filters', name, () => byId(subject, name))]
    if (name === 'query')
      return searchedIn(operation).map(path => check('searches', path, () => search(subject, path)))
    if (name === 'from' && !operation.parameters.some(other => other.name === 'dateField'))
      return [check('dates', 'createdAt', () => dates(subject, 'createdAt'))]
    if (name === 'fields') return [check('fields parameter', name, () => fields(subject))]
    return []
  })
}

const holds = (record: Any, name: string, path: string, word: string): boolean => {
  if (word === 'open') {
    const assigned = at(record, 'agencies.assigned').reduce((sum, one) => sum + one, 0)
    return record.status === 'approved' && assigned < record.quantity
  }
  if (name === 'status' && record.active !== undefined) return record.active === (word === 'active')
  // Users are Active or Inactive, and asked for as active or inactive.
  return at(record, path).some(value => value === word || value.toLowerCase?.() === word)
}

async function chosen(subject: Subject, name: string, word: string): Promise<Verdict> {
  const { operation, path, ask, askAgency } = subject
  let records = await recordsOf(ask, path, { [name]: word })
  if (records.length === 0) records = await recordsOf(askAgency, path, { [name]: word }).catch(() => [])
  if (records.length === 0) return 'no record has it'
  const wrong = records.find(record => !holds(record, name, pathOf(operation, name), word))
  return wrong && `${wrong.id ?? wrong.name} does not have it`
}

/** Each id by itself and two together; where the records do not show it, that it narrows and is not empty. */
async function byId(subject: Subject, name: string): Promise<Verdict> {
  const { operation, path, ask, sample } = subject
  const shown = pathOf(operation, name)
  const property = shown === name && name !== 'id' ? `${name}.id` : shown
  const unseen = name === 'company' ? subject.companies : (subject.unseen[name] ?? [])
  const ids = [...new Set(property === '' ? unseen : sample.flatMap(record => at(record, property)))]
  if (ids.length === 0) return 'no record names one'
  for (const id of ids.slice(0, 20)) {
    const records = await recordsOf(ask, path, { [name]: id })
    const wrong = property === '' ? undefined : records.find(record => !at(record, property).includes(id))
    if (wrong) return `${wrong.id} is not of ${id}`
    if (records.length > 0) return undefined
  }
  return 'nothing is found by the ids that records name'
}

async function search({ path, ask, sample }: Subject, property: string): Promise<Verdict> {
  const words = sample.flatMap(record => at(record, property))[0] as string | undefined
  if (words === undefined) return 'no record has the text'
  const records = await recordsOf(ask, path, { query: words.toUpperCase() })
  if (records.length === 0) return `"${words}" is not found`
  const wrong = records.find(record => !text(record).includes(text(words).slice(1, -1)))
  return wrong && `${wrong.id} does not have "${words}"`
}

/** Smaller, alike or greater; what is missing comes last in either direction. */
function inOrder(a: Any, b: Any, sign: number): boolean {
  if (a === undefined || b === undefined) return b === undefined
  const [left, right] = typeof a === 'string' ? [a.toLowerCase(), b.toLowerCase()] : [a, b]
  return left === right || (left < right ? sign === 1 : sign === -1)
}

/** The first and the last page: that they are in order, and that there is something to order. */
async function sorts({ operation, path, ask }: Subject, by: string, order: string): Promise<Verdict> {
  const query = { sortBy: by, sortOrder: order, limit: '200' }
  const { status, body } = await ask(path, query)
  if (status !== 200) return `answers ${status}`
  const last = Math.ceil(body.meta.total / 200)
  const end = last > 1 ? await recordsOf(ask, path, { ...query, page: String(last) }) : []
  const property = pathOf(operation, by)
  const values = [...body.data, ...end].map(record => at(record, property)[0])
  if (new Set(values).size < 2) return 'all values are alike'
  const sign = order === 'asc' ? 1 : -1
  const wrong = values.findIndex((value, i) => i > 0 && !inOrder(values[i - 1], value, sign))
  return wrong < 0 ? undefined : `${values[wrong - 1]} stands before ${values[wrong]}`
}

async function dates(subject: Subject, field: string): Promise<Verdict> {
  const { operation, path, ask, sample } = subject
  const property = pathOf(operation, field)
  const range = operation.parameters.some(one => one.name === 'dateField') ? { dateField: field } : {}
  if (property === '') {
    const found = await recordsOf(ask, path, { ...range, from: '2000-01-01', to: '2100-01-01' })
    return found.length > 0 ? undefined : 'no record has it'
  }
  const momentsOf = (record: Any): string[] => property.split(',').flatMap(one => at(record, one))
  const moment = sample.flatMap(momentsOf)[0]
  if (moment === undefined) return 'no record has it'
  const day = moment.slice(0, 10)
  const records = await recordsOf(ask, path, { ...range, from: day, to: day })
  if (records.length === 0) return `nothing on ${day}`
  const wrong = records.find(record => !momentsOf(record).some(one => one.startsWith(day)))
  return wrong && `${wrong.id} is not of ${day}`
}

async function fields({ path, ask, sample }: Subject): Promise<Verdict> {
  const [first] = sample
  if (!first) return 'the list is empty'
  const [name] = Object.keys(first) as [string]
  const records = await recordsOf(ask, path, { fields: name, limit: '5' })
  const wrong = records.find(record => Object.keys(record).join() !== name)
  return wrong && `${JSON.stringify(wrong)} is more than ${name}`
}

/** That an include flag adds its property, and that it is not there without. */
export async function includes(ask: Ask, paths: readonly string[], flag: string): Promise<Verdict> {
  const properties = added[flag] ?? []
  const has = (data: Any) => properties.filter(property => at(data, property).length > 0)
  const missing = new Set(properties)
  for (const path of paths) {
    const [without, given] = [await ask(path), await ask(path, { [flag]: 'true' })]
    if (has(without.body.data).length > 0) return `${path} has it without being asked`
    for (const property of has(given.body.data ?? {})) missing.delete(property)
    if (missing.size === 0) return undefined
  }
  return `${[...missing].join(', ')} never appears`
}
