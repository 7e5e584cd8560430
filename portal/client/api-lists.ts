// The lists of the API as its own description has them: filters with what they take, and the columns worth a table.

type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  'x-currency'?: string
  'x-enumDescriptions'?: Record<string, string>
  enum?: string[]
  items?: Schema
  anyOf?: Schema[]
  properties?: Record<string, Schema>
}
export type Parameter = {
  name: string
  in: string
  description?: string
  /** What a text is looked for in: paths of its records. */
  'x-searches'?: string[]
  schema: Schema
}
type Operation = {
  summary: string
  tags: string[]
  parameters?: Parameter[]
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
type Document = {
  paths: Record<string, { get?: Operation }>
  components: { schemas: Record<string, Schema> }
}

export type ListField = {
  path: string
  kind: 'name' | 'reference' | 'status' | 'date' | 'number' | 'money' | 'text'
}

export type List = {
  /** In the portal's addresses: the last word of its path. */
  name: string
  path: string
  title: string
  group: string
  /** What whose list it is is called, where its path names one: `company`, `project`. */
  within?: 'company' | 'project'
  parameters: readonly Parameter[]
  /** How one of its records is read; by the list's own id filter where there is no operation for one. */
  one?: { path: string; parameters: readonly Parameter[] }
  hasIds: boolean
  hasTotals: boolean
  /** Those shown unless others are chosen, and all that there are. */
  columns: readonly ListField[]
  allColumns: readonly ListField[]
  /** Names under which its records have amounts of money, and nothing else that is a number. */
  moneyNames: ReadonlySet<string>
  /** What a value of one of its records is, and what it means, by its place, such as `pieceRateEntries[0].values.pay`. */
  valueAt(path: string): DescribedValue | undefined
}

type DescribedValue = {
  kind: ListField['kind']
  meaning: string | undefined
  /** What each of the words means that it is one of. */
  words: ReadonlyMap<string, string>
}

/** The formats in which all that the list matches is exported; lines of JSON are for programs. */
export const formatsOf = ({ parameters }: List) =>
  parameters.find(({ name }) => name === 'format')?.schema.enum?.filter(name => name !== 'ndjson') ?? []

let asked: Promise<List[]> | undefined

export function lists(): Promise<List[]> {
  asked ??= fetch('/api/open/v1/openapi.json')
    .then(answer => answer.json())
    .then(listsOf)
  asked.catch(() => (asked = undefined))
  return asked
}

const words = (name: string) => {
  const text = name.replaceAll('-', ' ')
  return text === 'afps' ? 'Applications for payment' : text[0]!.toUpperCase() + text.slice(1)
}

function listsOf(document: Document): List[] {
  const { paths } = document
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const parameters = get?.parameters ?? []
    const has = (name: string) => parameters.some(parameter => parameter.name === name)
    const isMade = path.endsWith('/totals') || path.endsWith('/recruitment-metrics')
    if (!get || !has('page') || isMade) return []
    const item = itemOf(get, document)
    const one = paths[`${path}/{id}`]?.get
    const within = /^\/(companies|projects)\/\{id\}/.exec(path)?.[1]
    return [
      {
        name: path.split('/').at(-1)!,
        path,
        title: words(path.split('/').at(-1)!),
        group: get.tags[0] ?? '',
        ...(within && { within: within === 'companies' ? ('company' as const) : ('project' as const) }),
        parameters: parameters.filter(parameter => parameter.in === 'query'),
        ...(one && {
          one: {
            path: `${path}/{id}`,
            parameters: (one.parameters ?? []).filter(parameter => parameter.in === 'query'),
          },
        }),
        hasIds: item.properties?.id !== undefined && (one !== undefined || has('id')),
        hasTotals: `${path}/totals` in paths,
        ...bothColumns(item, document),
        moneyNames: moneyNamesIn(item, document),
        valueAt: path => valueAt(one ? dataOf(one) : item, path, document),
      },
    ]
  })
}

const resolved = (schema: Schema, document: Document): Schema =>
  schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)!]! : schema

/** What an operation answers, without its envelope. */
const dataOf = ({ responses }: Operation): Schema =>
  responses['200']?.content?.['application/json']?.schema.properties?.data ?? {}

function itemOf(operation: Operation, document: Document): Schema {
  const items = dataOf(operation).items ?? {}
  return resolved(items.anyOf?.[0] ?? items, document)
}

/** Without null, where it may be that. */
function withoutNull(given: Schema, document: Document): Schema {
  const some = resolved(given, document)
  return resolved(some.anyOf?.find(({ type }) => type !== 'null') ?? some, document)
}

function valueAt(item: Schema, path: string, document: Document): DescribedValue | undefined {
  let place: Schema | undefined = item
  let meaning: string | undefined
  for (const name of path.split(/[.[]/)) {
    const schema: Schema = withoutNull(place, document)
    place = name.endsWith(']') ? schema.items : schema.properties?.[name]
    if (!place) return undefined
    meaning = place.description ?? withoutNull(place, document).description
  }
  const schema = withoutNull(place, document)
  const words = new Map(Object.entries((schema.items ?? schema)['x-enumDescriptions'] ?? {}))
  return { kind: kindOf(schema), meaning, words }
}

function kindOf(schema: Schema): ListField['kind'] {
  const isDate = schema.format === 'date' || schema.format === 'date-time'
  return numberKind(schema) ?? (isDate ? 'date' : 'text')
}

function bothColumns(item: Schema, document: Document) {
  const columns = columnsOf(item, document)
  const known = new Set(columns.map(({ path }) => path))
  const others = fieldsIn(item, document).filter(({ path }) => !known.has(path))
  return { columns, allColumns: [...columns, ...others] }
}

/** Every single value of a record, with its place: not those of lists within it. */
function fieldsIn(given: Schema, document: Document, path = '', depth = 0): ListField[] {
  const schema = withoutNull(given, document)
  if (schema.properties)
    return depth > 3
      ? []
      : Object.entries(schema.properties).flatMap(([name, one]) =>
          fieldsIn(one, document, path ? `${path}.${name}` : name, depth + 1),
        )
  const type = typeOf(schema)
  if (type === undefined || type === 'array' || type === 'object') return []
  return [{ path, kind: kindOf(schema) }]
}

function moneyNamesIn(item: Schema, document: Document): Set<string> {
  const [money, others] = [new Set<string>(), new Set<string>()]
  /** Whether there is money in it, and whether there are other numbers. */
  const walk = (name: string, given: Schema, depth: number): [money: boolean, others: boolean] => {
    const one = withoutNull(given, document)
    const inside = one.items ? [[name, one.items] as const] : Object.entries(one.properties ?? {})
    const kind = numberKind(one)
    const found: [boolean, boolean] = [kind === 'money', kind === 'number']
    for (const [child, schema] of depth > 8 ? [] : inside) {
      const [hasMoney, hasOthers] = walk(child, schema, depth + 1)
      found[0] ||= hasMoney
      found[1] ||= hasOthers
    }
    if (found[0]) money.add(name)
    if (found[1]) others.add(name)
    return found
  }
  walk('', item, 0)
  return new Set([...money].filter(name => !others.has(name)))
}

const typeOf = ({ type }: Schema) => [type].flat().find(one => one !== 'null')

/** An amount of money is declared as one. */
function numberKind(schema: Schema): 'number' | 'money' | undefined {
  if (schema['x-currency']) return 'money'
  return ['number', 'integer'].includes(typeOf(schema) ?? '') ? 'number' : undefined
}

const people = [
  'worker',
  'agency',
  'project',
  'site',
  'trade',
  'company',
  'invoice',
  'timesheet',
  'requisition',
]
const dates = ['weekEnding', 'date', 'startDate', 'endDate', 'due', 'createdAt']
const amounts = [
  'quantity',
  'netHours',
  'values.netHours',
  'value',
  'values.charge.total',
  'values.finalTotal',
  'rates.charge',
]
const others = [
  'category',
  'resourceType',
  'collection',
  'email',
  'role',
  'supplierType',
  'tier',
  'code',
  'countries',
]

/** A reference or name that finds the record, whom it is about, its state, two dates and two figures. */
function columnsOf(item: Schema, document: Document): ListField[] {
  const at = (path: string) =>
    path
      .split('.')
      .reduce<Schema | undefined>(
        (schema, name) => schema && resolved(schema, document).properties?.[name],
        item,
      )
  const named = (name: string): ListField[] => {
    const found = at(name)
    const schema = found && resolved(found.anyOf?.[0] ?? found, document)
    if (schema?.properties?.name) return [{ path: `${name}.name`, kind: 'name' }]
    return schema?.properties?.reference ? [{ path: `${name}.reference`, kind: 'reference' }] : []
  }
  const plain = (names: readonly string[], kind: ListField['kind']) =>
    names.filter(name => at(name)).map((path): ListField => ({ path, kind }))
  const own = plain(['reference', 'name'], 'name')
  const about = people.flatMap(named).slice(0, own.length > 1 ? 2 : own.length === 1 ? 3 : 4)
  const figures = plain(amounts, 'number')
    .slice(0, 2)
    .map((field): ListField => ({ ...field, kind: numberKind(at(field.path)!) ?? 'number' }))
  const found: ListField[] = [
    ...own.map((field): ListField => (field.path === 'reference' ? { ...field, kind: 'reference' } : field)),
    ...about,
    ...plain(others, 'text').slice(0, about.length > 2 ? 0 : 2),
    ...plain(['status', 'active'], 'status').slice(0, 1),
    ...plain(dates, 'date').slice(0, about.length > 2 && figures.length > 1 ? 1 : 2),
    ...figures,
  ]
  return own.length === 0 && at('id') ? [{ path: 'id', kind: 'reference' }, ...found] : found
}
