// Query parameters: how each kind is read from text, and the strict reading of a whole query string.
// A mistyped filter must never return everything, so what is not declared is refused.
import type { TSchema } from 'typebox'
import type { CallerKind } from '../../access/caller.ts'
import { allowsKind } from '../../access/permit.ts'
import { orNearest, orNearestOrAll } from '../../errors/nearest.ts'
import { badRequest } from '../../errors/problem.ts'
import { isCalendarDay, theseDays } from '../../formats/day.ts'
import { idPattern, isId } from '../../formats/id.ts'
import { Type } from '../../shape/schema.ts'
import { nodeOf } from '../../shape/shape.ts'

export type Parameter<T = unknown> = {
  name: string
  schema: TSchema
  /** What it means, without a full stop. */
  description: string
  /** The same in a few words, for lists that every conversation with an assistant begins with. */
  brief?: string
  /** What it takes, where the schema cannot say. */
  takes?: string
  /** What it looks at that no answer shows, without a full stop. */
  note?: string
  /** Set where only one kind of caller may use it. */
  callers?: CallerKind
  /** What each kind of caller may choose from, where that differs. */
  choices?: Record<CallerKind, readonly string[]>
  /** The properties that it adds to records, as paths. */
  adds?: readonly string[]
  /** Takes several values, separated by commas. */
  several?: true
  /** What it takes are ids. */
  takesIds?: true
  /** The paths that it looks for words in. */
  searches?: readonly string[]
  /** Takes several words, separated by commas, in a form of their own. */
  joined?: true
  /** So many of them at most. */
  most?: number
  /** May be given several times; the values are joined. */
  repeats?: boolean
  /** A value to show in the documents, where neither the schema nor a record of the operation has one. */
  example?: string | number
  /** Not for assistants. */
  httpOnly?: true
  /** What it finds goes by the day, so that no answer to it is kept. */
  byTheDay?: true
  read(text: string, kind: CallerKind): T
}

/** What is said of a parameter where there is room for all of it. */
export const parameterText = ({
  description,
  takes,
  note,
}: Pick<Parameter, 'description' | 'takes' | 'note'>): string =>
  [description, ...(takes ? [`Takes ${takes}`] : []), ...(note ? [sentence(note)] : [])]
    .map(said => `${said}.`)
    .join(' ')

const sentence = (note: string) => `${note[0]!.toUpperCase()}${note.slice(1)}`

export type RawQuery = ReadonlyMap<string, readonly string[]>

const wrong = (name: string, text: string, hint: string) =>
  badRequest(`${name}=${text.length > 80 ? `${text.slice(0, 80)}…` : text}: ${hint}`)

export function idsParameter(
  name: string,
  description: string,
  extra: Pick<Parameter, 'repeats' | 'most' | 'brief'> = {},
): Parameter<string[]> {
  const read = (text: string) => {
    const ids = [...new Set(text.split(','))]
    const bad = ids.find(id => !isId(id))
    if (bad !== undefined)
      throw wrong(
        name,
        text,
        `"${bad.slice(0, 80)}" is not an id; give one id or several separated by commas`,
      )
    if (extra.most === undefined || ids.length <= extra.most) return ids
    throw wrong(name, text, `these are ${ids.length} ids; give at most ${extra.most} at a time`)
  }
  const schema = Type.String({ pattern: '^[A-Za-z0-9_,-]+$' })
  return { name, description, brief: `${name} ids`, schema, several: true, takesIds: true, ...extra, read }
}

export const companyParameter = idsParameter(
  'company',
  'Only what these companies are shown: ids, comma-separated; omitted = all that the key covers',
)

export function oneIdParameter(name: string, description: string): Parameter<string[]> {
  const read = (text: string) => {
    if (isId(text)) return [text]
    throw wrong(name, text, 'give exactly one id (1 to 64 letters, digits, "_" or "-")')
  }
  return { name, description, schema: Type.String({ pattern: idPattern.source }), takesIds: true, read }
}

export type AllowedValues = readonly string[] | Record<CallerKind, readonly string[]>

/** `meanings` says what those words mean that do not say it themselves. */
export function choiceParameter(
  name: string,
  allowed: AllowedValues,
  description: string,
  meanings: Readonly<Record<string, string>> = {},
): Parameter<string> {
  const forKind = (kind: CallerKind) => ('company' in allowed ? allowed[kind] : allowed)
  const all = 'company' in allowed ? [...new Set([...allowed.company, ...allowed.agency])] : allowed
  const read = (text: string, kind: CallerKind) => {
    if (forKind(kind).includes(text)) return text
    const told = forKind(kind).map(word => (meanings[word] ? `${word} (${meanings[word]})` : word))
    throw wrong(name, text, `must be one of ${told.join(', ')}`)
  }
  const choices = 'company' in allowed ? { choices: allowed } : {}
  return { name, description, schema: Type.Unsafe({ type: 'string', enum: all }), ...choices, read }
}

/** One or several of these words. */
export function severalChoicesParameter(
  name: string,
  allowed: readonly string[],
  description: string,
): Parameter<string[]> {
  const read = (text: string) => {
    const asked = [...new Set(text.split(','))]
    if (asked.every(word => allowed.includes(word))) return asked
    throw wrong(name, text, `must be one or several, separated by commas, of ${allowed.join(', ')}`)
  }
  return { name, description, schema: Type.Unsafe({ type: 'string', enum: allowed }), several: true, read }
}

export function yesNoParameter(name: string, description: string): Parameter<boolean> {
  const read = (text: string) => {
    if (text === 'true' || text === 'false') return text === 'true'
    throw wrong(name, text, 'must be true or false')
  }
  return { name, description, schema: Type.Boolean(), read }
}

export function numberParameter(name: string, description: string, extra: object): Parameter<number> {
  const read = (text: string) => {
    const value = Number(text)
    if (/^[0-9]+$/.test(text) && value >= 1 && Number.isSafeInteger(value)) return value
    throw wrong(name, text, `must be a whole number from 1 to ${Number.MAX_SAFE_INTEGER}, in digits alone`)
  }
  return { name, description, schema: Type.Integer({ minimum: 1, ...extra }), read }
}

/** From 0 on. */
export function countParameter(
  name: string,
  description: string,
  { most, example }: { most: number; example: number },
): Parameter<number> {
  const read = (text: string) => {
    const value = Number(text)
    if (/^[0-9]{1,9}$/.test(text) && value <= most) return value
    throw wrong(name, text, `must be a whole number from 0 to ${most}, in digits alone`)
  }
  return { name, description, schema: Type.Integer({ minimum: 0, maximum: most }), example, read }
}

/** Pounds and pence, no less than nothing. */
export function amountParameter(name: string, description: string, example: number): Parameter<number> {
  const read = (text: string) => {
    if (/^[0-9]{1,12}(\.[0-9]{1,2})?$/.test(text)) return Number(text)
    throw wrong(name, text, 'must be an amount such as 100 or 99.50, without a sign')
  }
  return { name, description, schema: Type.Number({ minimum: 0 }), example, read }
}

export function dayParameter(name: string, description: string, example: string): Parameter<string> {
  const read = (text: string) => {
    if (isCalendarDay(text)) return text
    const also = /[a-z]/i.test(text) ? `; ${theseDays(new Date())}` : ''
    throw wrong(name, text, `must be a calendar date as YYYY-MM-DD${also}`)
  }
  return { name, description, schema: Type.String({ format: 'date' }), example, read }
}

/** What they apply to is said where it is not the date that everything else goes by. */
export const rangeParametersOf = (of = ''): readonly Parameter[] => [
  dayParameter('from', `First day to include, in UTC${of}`, '2026-11-01'),
  dayParameter('to', `Last day to include, in UTC${of}`, '2026-11-30'),
]

export const rangeParameters = rangeParametersOf()

/** The moments that `from` and `to` stand for; that `from` is not after `to` is said before anything is looked for. */
export function rangeOf(query: Readonly<Record<string, unknown>>): { from?: Date; to?: Date } {
  const { from, to } = query as { from?: string; to?: string }
  if (from && to && from > to) throw badRequest(`from=${from} is after to=${to}; give the earlier day first`)
  return {
    ...(from && { from: new Date(`${from}T00:00:00.000Z`) }),
    ...(to && { to: new Date(`${to}T23:59:59.999Z`) }),
  }
}

/** `said` is what they mean where records are not sorted alone. */
export const sortParameters = (
  sorts: readonly string[],
  sort: string,
  direction: string,
  said = {
    sortBy: `What to sort by, default ${sort}; records without it come last`,
    sortOrder: `Ascending or descending, default ${direction} whatever sortBy is`,
  },
): Parameter[] => [
  { ...choiceParameter('sortBy', sorts, said.sortBy), brief: `default ${sort}` },
  { ...choiceParameter('sortOrder', ['asc', 'desc'], said.sortOrder), brief: `default ${direction}` },
]

/** What `query` looks for, in these paths or in what else is said; of several matches, those that `exactly` names. */
export const searchParameter = (
  within: readonly string[] | string,
  { exactly, note }: { exactly?: string | undefined; note?: string | undefined } = {},
): Parameter<string> => {
  const places = typeof within === 'string' ? within : within.join(', ')
  const said = `Text to find in ${places}, in any case${exactly ? `; a whole ${exactly} finds that alone` : ''}`
  return {
    ...textParameter('query', said),
    brief: `in ${typeof within === 'string' ? within.split(',')[0] : places.replaceAll('.name', '')}`,
    ...(typeof within === 'object' && { searches: within }),
    ...(note && { note }),
  }
}

export function textParameter(name: string, description: string): Parameter<string> {
  const read = (text: string) => {
    if (text.trim() !== '' && text.length <= 200) return text
    throw wrong(name, text, 'give 1 to 200 characters to look for')
  }
  return { name, description, schema: Type.String({ minLength: 1, maxLength: 200 }), read }
}

/** Those that a kind of key may give, over HTTP or to a tool. */
export const openParameters = (
  parameters: readonly Parameter[],
  kind: CallerKind,
  over: 'http' | 'tools',
): Parameter[] =>
  parameters.filter(
    parameter => allowsKind(parameter, kind) && !(over === 'tools' && parameter.httpOnly === true),
  )

/** Reads the whole query: every parameter among those that are open, given once, not empty, and right. */
export function readParameters(
  open: readonly Parameter[],
  query: RawQuery,
  kind: CallerKind,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, texts] of query) {
    const parameter = open.find(known => known.name === name)
    if (!parameter) throw unknownParameter(name, open, kind)
    if (texts.some(text => text === '')) throw badRequest(`${name} is empty; leave it out or give it a value`)
    if (texts.length > 1 && !parameter.repeats)
      throw badRequest(`${name} was given ${texts.length} times; give it once`)
    values[name] = parameter.read(texts.join(','), kind)
  }
  return values
}

function unknownParameter(name: string, open: readonly Parameter[], kind: CallerKind) {
  const shown = name.slice(0, 80)
  if (open.length === 0) return badRequest(`Unknown parameter "${shown}"; this operation takes none`)
  const plain = name.replace(/\[.*$/, '')
  if (plain !== name && open.some(known => known.name === plain)) {
    return badRequest(`"${shown}" is not a form we read; write ${plain}=value`)
  }
  const names = open.map(known => known.name)
  const right = orNearest(name, names) || byValue(name, open, kind) || orNearestOrAll(name, names)
  return badRequest(`Unknown parameter "${shown}"${right}`)
}

/** For a value in the place of a parameter, or a date's name in part of one: `approved`, `overdue`. */
function byValue(name: string, open: readonly Parameter[], kind: CallerKind): string {
  const taking = open.find(
    known => !/^(dateField|sort)/.test(known.name) && wordsOf(known, kind).includes(name),
  )
  if (taking) return `; write ${taking.name}=${name}`
  const dates = open.filter(known => known.name === 'dateField').flatMap(known => wordsOf(known, kind))
  const lower = name.toLowerCase()
  const date = dates.find(word =>
    [lower.startsWith, lower.endsWith].some(has => has.call(lower, word.toLowerCase())),
  )
  return date ? `; write dateField=${date} with from and to` : ''
}

/** What a parameter may be, where that is one of a few words. */
const wordsOf = ({ choices, schema }: Parameter, kind: CallerKind): readonly string[] =>
  choices?.[kind] ?? (nodeOf(schema).enum as string[] | undefined) ?? []
