// A model that takes an error by its word: the next call is made of what the text names, and of nothing else.
import assert from 'node:assert/strict'
import type { Json } from '../support/server.ts'
import type { Call } from './question-facts.ts'

/** Makes one call; a refusal is given back as its text. */
export type Make = (call: Call) => Promise<{ data?: Json; meta?: Json; text: string; refused: boolean }>

type Given = Call[1]

const without = (given: Given, name: string): Given => {
  const { [name]: _, ...rest } = given
  return rest
}

/** Of the words that a text lists, the one that the question is about, or that has the wrong one within it. */
function chosen(listed: string, wrong: string, picks: readonly string[]): string {
  const words = listed.replace(/ \([^()]*\)/g, '').split(/[,;:] (?:or by a date: )?/)
  const picked = words.find(word => picks.includes(word))
  const within = words.filter(word => word.toLowerCase().split('.').includes(wrong.toLowerCase()))
  const ending = words.filter(word => word.toLowerCase().endsWith(wrong.toLowerCase()))
  const meaning = new RegExp(`(\\w+) \\([^()]*\\b${wrong}\\b[^()]*\\)`).exec(listed)?.[1]
  const found = picked ?? within[0] ?? ending[0] ?? meaning
  assert.ok(found, `nothing in "${listed}" is for ${wrong}`)
  return found
}

const replaced = (given: Given, name: string, wrong: string, right: string): Given => ({
  ...given,
  [name]: String(given[name])
    .split(',')
    .map(word => (word === wrong || word.startsWith(`${wrong}.`) ? right + word.slice(wrong.length) : word))
    .join(','),
})

/** Looks up an id by the call that a text names. */
async function idBy(text: string, meant: string, make: Make): Promise<string> {
  const [, tool, words, field] =
    /(open_api_\w+) with query=("(?:[^"\\]|\\.)*")(?: and fields=(\w+))? finds/.exec(text) ?? []
  if (tool) {
    const { data } = await make([tool, { query: JSON.parse(words!), fields: field ?? 'id' }])
    return field ? data[0][field].id : data[0].id
  }
  assert.match(text, /open_api_get_me has the ids of this key/)
  const { data } = await make(['open_api_get_me', {}])
  return (data.companies ?? data.agencies).find(({ name }: Json) => name.startsWith(meant)).id
}

/** Days in a text are those of now; the demo is of another day. */
type Shift = (day: string) => string

export async function nextOf(
  [tool, given]: Call,
  text: string,
  picks: readonly string[],
  make: Make,
  shift: Shift,
): Promise<Call> {
  const near = /the nearest one is "([^"]+)"/.exec(text)?.[1]
  const toId = /(\w+) takes an id: (.*)/.exec(text)
  if (toId) {
    const meant = given[toId[1]!] ?? Object.values(given)[0]
    const id = await idBy(toId[2]!, String(meant), make)
    const named = Object.keys(given).find(name => text.includes(`query=${JSON.stringify(given[name])}`))
    return [tool, { ...(named ? without(given, named) : given), [toId[1]!]: id }]
  }
  const noTool = /Unknown tool ".*" here; about the same are (.*)/.exec(text)
  if (noTool) {
    const listed = noTool[1]!.split(', ')
    return [listed.find(one => picks.includes(one)) ?? listed[0]!, given]
  }
  if (/Unknown tool/.test(text) && near) return [near, given]
  const elsewhere = /For this key, (open_api_\w+) with fields=(\w+)/.exec(text)
  if (elsewhere) return [elsewhere[1]!, { ...given, fields: elsewhere[2]! }]
  const asValue = /Unknown parameter "(\w+)"; write (\w+)=(\w+)( with from and to)?/.exec(text)
  if (asValue) {
    const [, name, right, value, dated] = asValue as unknown as string[]
    const days = dated ? { from: given[name!], to: given[name!] } : {}
    return [tool, { ...without(given, name!), [right!]: value, ...days }]
  }
  const noName = /Unknown parameter "(\w+)"; (?:there are (.*))?/.exec(text)
  if (noName) {
    const [, name, listed] = noName as unknown as [string, string, string?]
    return [tool, { ...without(given, name), [near ?? chosen(listed!, name, picks)]: given[name] }]
  }
  const days = /(?:last week was) (\S+) to (\S+)/.exec(text)
  if (days) return [tool, { ...given, from: shift(days[1]!), to: shift(days[2]!) }]
  const missing = /(\w+) is missing; give one of (.*)/.exec(text)
  if (missing) return [tool, { ...given, [missing[1]!]: chosen(missing[2]!, '', picks) }]
  const word = /(\w+)=([^:]*): must be one of (.*)/.exec(text)
  if (word) return [tool, { ...given, [word[1]!]: near ?? chosen(word[3]!, word[2]!, picks) }]
  const step = /groupBy: "(\S+)" needs .*such as (\S+)/.exec(text)
  if (step) return [tool, replaced(given, 'groupBy', step[1]!, step[2]!)]
  const path = /(groupBy|sum|fields): (?:there is no field )?"([^"]+)"(?:.*[Tt]here are (.*))?/.exec(text)
  assert.ok(path, `no next call is named: ${text}`)
  const [, name, wrong, listed] = path as unknown as [string, string, string, string?]
  return [tool, replaced(given, name, wrong, near ?? chosen(listed!, wrong, picks))]
}
