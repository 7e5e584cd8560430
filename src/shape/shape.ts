// The words a record's Shape is written in. A Shape is a JSON Schema with a static type; what JSON Schema
// cannot say (who may see it, whose name it repeats, that it is a file) is a mark: an `x-` keyword.

import type { TSchema } from 'typebox'
import { currency } from '../formats/number-text.ts'
import { Type } from './schema.ts'
import type { Sentence } from './sentence.ts'
import type { WarningCode } from './warning-codes.ts'

export type { Static, TSchema } from 'typebox'

export type Marks = {
  'x-instant'?: true
  /** Of words to choose from: what each means; empty where they are names. */
  'x-words'?: Readonly<Record<string, string>>
  /** The type of record this object names, and which of its properties repeat that record's. */
  'x-reference'?: string
  'x-copied'?: readonly string[]
  /** Of such an object: shown only to those who could fetch the record it names. */
  'x-restricted'?: true
  /** Of an object: shown only where each of these references in it is. */
  'x-shown-with'?: readonly string[]
  /** Of a number: an amount of money, and of which. */
  'x-currency'?: 'GBP'
  'x-file'?: true
  /** A postcode, kept in its standard form. */
  'x-postcode'?: true
  /** Of what may be null: a line may leave it out, and it is null then. */
  'x-null-unset'?: true
  /** A text that may be a long one. */
  'x-long'?: true
  /** Worked out from other records; what a load gives for it is ignored. */
  'x-derived'?: true
  /** Of a list: an empty one is as good as none, and left out. */
  'x-filled'?: true
  /** Shown to this kind of caller only. */
  'x-only'?: 'company' | 'agency'
  /** Of a list: agency callers are shown the items whose value at this path is an agency of theirs. */
  'x-own-agency'?: string
  /** Of a list: company callers are shown the items whose value at this path is a company of theirs. */
  'x-own-company'?: string
  /** Of a list: company callers are shown the items whose value at this path is an agency linked to them. */
  'x-linked-agency'?: string
  /** Of a list: items that one agency owns, which it alone sees. */
  'x-owned'?: true
  /** Stored with the record and never shown. */
  'x-hidden'?: true
  /** Personal or confidential: left out where only the gist of a record is asked for. */
  'x-discreet'?: true
  /** Says something about the person that the object names. */
  'x-personal'?: true
  /** Names somebody, where the object itself is a record of this type by its id. */
  'x-own-name'?: string
  /** Of a list: ids of records of this type. */
  'x-ids'?: string
  /** Says what can hardly be right in its value; the record is taken all the same. */
  'x-doubt'?: Doubt
  /** Of a fact: it lies encrypted, in the form this gives it; and whether no record can be loaded without it. */
  'x-sealed'?: { form(text: string): Plain; isNeeded: boolean }
}

/** Looks at a value, which may be absent, and at those that it stands beside. */
export type Doubt = (
  value: unknown,
  beside: Readonly<Record<string, unknown>>,
) => { code: WarningCode; reason: Sentence; hint: string } | undefined

/** A value to seal, in its one form, and what two equal ones share: `kind:part`, of which the kind is no secret. */
export type Plain = { text: string; foundBy: string }

export type Node = TSchema &
  Marks & {
    type?: string
    properties?: Record<string, Node>
    required?: string[]
    items?: Node
    anyOf?: Node[]
    enum?: string[]
    description?: string
    additionalProperties?: Node | boolean
  }

/** A schema as plain data, for those that walk it. */
export const nodeOf = (schema: TSchema): Node => schema as Node
const marked = <T extends TSchema>(schema: T, marks: Partial<Node>): T =>
  Object.assign(Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)), marks) as T

export const text = Type.String()
/** What people write at length. */
export const longText = marked(Type.String(), { 'x-long': true })
/** The most characters that a text may have. */
export const longestText = (node: Node) => (node['x-long'] ? 50_000 : 2_000)
export const number = Type.Number()
export const integer = Type.Integer()
/** An amount of money. */
export const amount = marked(Type.Number(), { 'x-currency': currency })
export const flag = Type.Boolean()
export const anything = Type.Unknown()
/** A moment, always stored and shown in UTC with milliseconds (§2.1). */
export const instant = marked(Type.String({ format: 'date-time' }), { 'x-instant': true })
/** A postcode, or an Eircode: stored and shown in its standard form, however it was written. */
export const postcode = marked(Type.String(), { 'x-postcode': true })
/** A link to a file: stored as a reference, signed on the way out. */
export const fileLink = marked(Type.String(), { 'x-file': true })

/** Properties as they are declared: each a schema, or `[schema, 'What it means.']`. */
export type PropertyDeclarations = Readonly<Record<string, TSchema | readonly [TSchema, string]>>
type Schemas<P> = {
  -readonly [K in keyof P]: P[K] extends readonly [infer S extends TSchema, string] ? S : P[K] & TSchema
}

/** Properties that several records share, as schemas that have their meaning in them. */
export const fields = <const P extends PropertyDeclarations>(properties: P): Schemas<P> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, given]) => [
      name,
      Array.isArray(given) ? describe(given[0], given[1]) : given,
    ]),
  ) as Schemas<P>

export const record = <const P extends PropertyDeclarations>(properties: P) =>
  Type.Object<Schemas<P>>(fields(properties), { additionalProperties: false })
export const list = <T extends TSchema>(item: T) => Type.Array(item)
export const maybe = <T extends TSchema>(schema: T) => Type.Optional(schema)
export function orNull<T extends TSchema>(schema: T) {
  const { description } = nodeOf(schema)
  return marked(Type.Union([schema, Type.Null()]), description === undefined ? {} : { description })
}
/** The same of which a line need not say that there is none. Not where that would open a record to others. */
export const nullUnlessGiven = <T extends TSchema>(schema: T) =>
  marked(orNull(schema), { 'x-null-unset': true })
/** What every record has, and a line may leave out all the same. */
export const hasDefault = (node: Node): boolean => node.type === 'array' || node['x-null-unset'] === true
/** What that is then: a list is empty, anything else null. Nothing where it may not be left out. */
export const defaultOf = (node: Node): never[] | null | undefined => {
  if (!hasDefault(node)) return undefined
  return node.type === 'array' ? [] : null
}
export const anyOf = (schemas: readonly TSchema[]) => Type.Union([...schemas])
export const oneOf = <const V extends string[]>(...values: V) =>
  Type.Unsafe<V[number]>({ type: 'string', enum: values })
/** The same, each with what it means. */
export const words = <const W extends Readonly<Record<string, string>>>(meanings: W) =>
  marked(oneOf(...Object.keys(meanings)) as ReturnType<typeof Type.Unsafe<keyof W & string>>, {
    'x-words': meanings,
  })
/** The same where the words are names: of what is told elsewhere, or of what everybody calls so. */
export const oneName = <const V extends string[]>(...values: V) => marked(oneOf(...values), { 'x-words': {} })
export const mapOf = <T extends TSchema>(value: T) => Type.Record(Type.String(), value)
/** Says what a Shape means wherever it is used; the sentence beside a property goes before it. */
export const describe = <T extends TSchema>(schema: T, description: string) => marked(schema, { description })

const referenceId = describe(orNull(text), 'Finds the record that is named; null where only a name is known.')
const restrictedId = describe(text, 'Finds the record that is named.')
/** An object that names another record: its id, and properties that follow that record's. */
export const reference = <const F extends string[]>(type: string, ...copied: F) =>
  referenceWith(type, copied, {})
/** A mention that is shown only to those who could fetch the record: a reference tells of it as much as the record. */
export const restrictedReference = <const F extends string[]>(type: string, ...copied: F) =>
  marked(
    record({ id: restrictedId, ...textsOf(copied), [seenByProperty]: derived(hidden(maybe(list(text)))) }),
    {
      'x-reference': type,
      'x-copied': copied,
      'x-restricted': true,
    },
  )

/** Who could fetch the record that a reference names, kept where not all who see the reference could. */
export const seenByProperty = 'seenBy'
/** An object that is shown only where these references in it are. */
export const shownWith = <T extends TSchema>(references: readonly string[], schema: T) =>
  marked(schema, { 'x-shown-with': references })

/** The same with properties of its own. */
export function referenceWith<const F extends readonly string[], const P extends PropertyDeclarations>(
  type: string,
  copied: F,
  more: P,
) {
  return marked(record({ id: referenceId, ...textsOf(copied), ...fields(more) }), {
    'x-reference': type,
    'x-copied': copied,
  })
}

/** What references repeat of the records they name. */
const copies: Readonly<Record<string, string>> = {
  name: 'What that record is called now; it changes when that record is renamed.',
  reference: 'The number that people quote for that record.',
  nanoid: 'The short id of that record, which paths take too.',
  description: 'What that record says about itself; absent when it says nothing.',
}

const textsOf = <const F extends readonly string[]>(names: F) =>
  Object.fromEntries(
    names.map(name => [name, describe(name === 'description' ? maybe(longText) : text, copies[name]!)]),
  ) as unknown as Record<F[number], typeof text>

/** The same form where nothing is looked up: an id and a name as they were given. */
export const idAndName = record({ id: referenceId, ...textsOf(['name']) })

/** Goes when the person is erased whom the object around it, or one around that, names. */
export const personal = <T extends TSchema>(schema: T) => marked(schema, { 'x-personal': true })
/** The name of somebody who is a record of that type, where the object has its id and repeats nothing of it. */
export const ownName = (type: string) => marked(text, { 'x-own-name': type })
/** Ids of records of that type, where they are no references: nothing of those records is repeated. */
export const idList = (type: string) => marked(list(text), { 'x-ids': type })
/** Worked out from other records; what a load gives for it is ignored. */
export const derived = <T extends TSchema>(schema: T) => marked(schema, { 'x-derived': true })
/** A list of which an empty one is as good as none, and left out. */
export const filled = <T extends TSchema>(items: T) => marked(items, { 'x-filled': true })
/** Stored with the record and in no answer. */
export const hidden = <T extends TSchema>(schema: T) => marked(schema, { 'x-hidden': true })
/** A fact that lies encrypted, in the form that is given; `isNeeded` where no record can be loaded without it. */
export const sealed = <T extends TSchema>(form: (text: string) => Plain, schema: T, isNeeded = false) =>
  marked(schema, { 'x-sealed': { form, isNeeded } })
/** Left out where an assistant asks for the gist of a record only: it is personal or confidential. */
export const discreet = <T extends TSchema>(schema: T) => marked(schema, { 'x-discreet': true })
/** Shown to company keys only. */
export const companyOnly = <T extends TSchema>(schema: T) => marked(schema, { 'x-only': 'company' })
/** A list of which agency keys are shown the items whose value at the path is an agency of theirs. */
export const ownAgencyOnly = <T extends TSchema>(path: string, items: T) =>
  marked(items, { 'x-own-agency': path })
/** A list of which company keys are shown the items whose value at the path is a company of theirs. */
export const ownCompanyOnly = <T extends TSchema>(path: string, items: T) =>
  marked(items, { 'x-own-company': path })
/** A list of which company keys are shown the items whose value at the path is an agency linked to them. */
export const linkedAgencyOnly = <T extends TSchema>(path: string, items: T) =>
  marked(items, { 'x-linked-agency': path })

/** A value that loads warn of where it can hardly be right. */
export const doubted = <T extends TSchema>(schema: T, doubt: Doubt) => marked(schema, { 'x-doubt': doubt })

/** The hidden property that says which agency owns an item. It is stored, never shown. */
export const ownerProperty = 'ownedBy'
/** In place of an owner where it is not known whose an item is: no id is empty. */
export const ofNobody = ''
/** Items that may belong to one agency alone. */
export const privateItems = <T extends TSchema>(items: T) => marked(items, { 'x-owned': true })

/** The schema behind a nullable one, and whether null is allowed. */
export function withoutNull(node: Node): { node: Node; nullable: boolean } {
  const options = node.anyOf
  if (!options) return { node, nullable: false }
  const [one, ...others] = options.filter(option => option.type !== 'null')
  return one && others.length === 0 ? { node: one, nullable: options.length > 1 } : { node, nullable: false }
}

/** A Shape as it is shown: without what is hidden, at any depth. */
export function publishedShape<T extends TSchema>(schema: T): TSchema {
  const node = nodeOf(schema)
  if (node.anyOf) return marked(schema, { anyOf: node.anyOf.map(publishedShape) })
  if (node.items) return marked(schema, { items: publishedShape(node.items) })
  if (!node.properties) return schema
  const shown = Object.entries(node.properties).filter(([, child]) => !child['x-hidden'])
  const properties = Object.fromEntries(shown.map(([name, child]) => [name, publishedShape(child)]))
  return marked(schema, { properties })
}

/** A Shape without some of its top-level properties. */
export function withoutProperties<T extends TSchema>(schema: T, names: readonly string[]): TSchema {
  const { properties = {}, required = [], ...rest } = nodeOf(schema)
  const kept = Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)))
  return marked(rest as TSchema, {
    properties: kept,
    required: required.filter(name => !names.includes(name)),
  })
}
