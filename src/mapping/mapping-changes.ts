// What two versions of a mapping say differently: each place that one has and the other has not, or has otherwise.
import { isObject } from '../formats/json-object.ts'
import { readYaml } from './yaml.ts'

export type MappingChange = {
  /** Where in the mapping, such as record.name; of several tables with what each makes and reads. */
  path: string
  before: string | null
  after: string | null
}

/** Null is a mapping that is not there: not yet, or removed. Notes in it, and the order of its words, change nothing. */
export function changesBetween(before: string | null, after: string | null): MappingChange[] {
  const [old, now] = [placesIn(before), placesIn(after)]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap(path => {
    const change = { path, before: old.get(path) ?? null, after: now.get(path) ?? null }
    return change.before === change.after ? [] : change
  })
}

function placesIn(text: string | null): Map<string, string> {
  const places = new Map<string, string>()
  if (text === null) return places
  const { value } = readYaml(text)
  const { records, ...rest } = isObject(value) ? value : {}
  if (!Array.isArray(records)) {
    note(places, '', value)
    return places
  }
  note(places, '', rest)
  for (const [index, one] of records.entries()) note(places, `${tableName(one, index)}: `, one)
  return places
}

const tableName = (mapping: unknown, index: number) => {
  const { type, source } = isObject(mapping) ? mapping : {}
  return [type ?? `table ${index + 1}`, ...(source === undefined ? [] : [`from ${source}`])].join(' ')
}

/** The properties of a record each have a place of their own; what is said of one is shown as it is. */
const opened = ['record', 'facts', 'where']

function note(places: Map<string, string>, prefix: string, value: unknown): void {
  if (!isObject(value)) return
  for (const [name, one] of Object.entries(value)) {
    if (opened.includes(name) && isObject(one))
      for (const [inner, given] of Object.entries(one)) places.set(`${prefix}${name}.${inner}`, shown(given))
    else places.set(`${prefix}${name}`, shown(one))
  }
}

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
