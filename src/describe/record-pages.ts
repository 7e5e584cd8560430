// The pages on records as they are loaded: the properties of every type and its example lines, from the Shapes.
import { type SampleRecord, sampleOf } from '../api/samples.ts'
import { namedShapes } from '../api/shapes.ts'
import { loadableTypes, type RecordType } from '../record-types/record-type.ts'
import type { ForbiddenTransition, ForbiddenTransitions, NamedProperties } from '../record-types/rules.ts'
import { InvalidValue } from '../shape/invalid-value.ts'
import { defaultOf, hasDefault, type Node, nodeOf, type TSchema, withoutNull } from '../shape/shape.ts'
import type { WarningCode } from '../shape/warning-codes.ts'
import { wordMeanings } from './schema.ts'

const written =
  'Written from the declarations by `npm run contract`; [loading records](../loading.md) says how a line is taken.'

/** The pages of docs/records by their names: one for each type, one for what several share, one for files. */
export const recordPages = (types: readonly RecordType[]): Record<string, () => string> => ({
  file: () => filePage,
  shared: () => `${['# What several records have', written, columnsNote, ...sharedSections].join('\n\n')}\n`,
  ...Object.fromEntries(loadableTypes(types).map(type => [type.type, () => pageFor(type)])),
})

const columnsNote =
  '*Required* says that an object of this kind has to have it; *worked out*, that what a line gives for it is ignored.'

/** Every type in an order in which references are known, with what it refers to. */
export function typesTable(types: readonly RecordType[]): string {
  const names = new Set(loadableTypes(types).map(({ type }) => type))
  const linked = (name: string) => (names.has(name) ? `[\`${name}\`](records/${name}.md)` : `\`${name}\``)
  const rows = loadableTypes(types).map(({ type, record }) => {
    const refers = referencesOf(nodeOf(record))
    const [needed, others] = [true, false].map(is => [...refers].filter(([, must]) => must === is))
    const told = [needed!, others!].map(some => some.map(([name]) => linked(name)).join(', '))
    return `| ${linked(type)} | ${told.join(' | ')} |`
  })
  return ['| type | refers to | may refer to |', '|---|---|---|', ...rows].join('\n')
}

/** The types that a record refers to, with whether it must. */
function referencesOf(node: Node): Map<string, boolean> {
  const found = new Map<string, boolean>()
  const look = (given: Node, must: boolean) => {
    const { node: one, nullable } = withoutNull(given)
    const isNeeded = must && !nullable
    if (one['x-derived']) return
    if (one['x-reference'])
      return void found.set(one['x-reference'], isNeeded || found.get(one['x-reference']) === true)
    if (one.items) look(one.items, false)
    for (const [name, child] of Object.entries(one.properties ?? {}))
      look(child, isNeeded && one.required?.includes(name) === true && !hasDefault(child))
  }
  look(node, true)
  return found
}

/** What each warning says. */
const warnings: Record<WarningCode, string> = {
  SUM: 'a total or the net hours differ from the sum of their parts by half a penny or more',
  VAT: 'VAT is not the subtotal times its rate',
  CIS: 'more is held back than the subtotal times its rate',
  CHARGE: 'a charge is not the sum of pay, employer’s costs and margin',
  UPLIFT: 'a rate is not its base with the uplift, to the penny',
  NEGATIVE_HOURS: 'hours are negative',
  HOURS_IN_DAY: 'a day has more than 24 hours: in a log, in all logs of it, or in the whole period',
  END_BEFORE_START: 'a period ends before it starts',
  UPDATED_BEFORE_CREATED: '`updatedAt` is before `createdAt`',
  NO_DATE: 'what is approved or confirmed does not say when',
  WEEK_ENDING: 'a week does not end on a Sunday',
  EMPTY_TEXT: 'a text that must be there is empty',
  NAME: 'a worker’s name is not first and last name',
  EMAIL: 'a text is no e-mail address',
  PHONE: 'a telephone number has its leading 0',
  OTHER_COMPANY:
    'a record that is named, such as a project, site, trade or requisition, belongs to another company',
  OTHER_AGENCY:
    'a timesheet’s assignment, an expense’s or invoice’s timesheet or a credit note’s invoice is another agency’s',
  NOT_CONNECTED:
    'work or a bill of an agency that has no connection to the company, active or not, when the load ends',
  SAME_CONNECTION: 'an agency has two active connections to one company or project',
  SAME_REFERENCE: 'two workers, or two timesheets of a company, have one reference',
  NI_NUMBER: 'a National Insurance number is not valid',
  SAME_NI_NUMBER: 'two workers have one National Insurance number',
  SAME_AGENCY_ID: 'two workers of an agency have one `agencyId`',
  NAMED_TWICE:
    'a list names one record twice, such as an agency of a worker or a requisition; also where both say different things of it',
  FILE_NAME:
    'a file is kept under another name: without a path, invisible characters or the ending of another type',
  NO_DOCUMENT: '`documentOwners` names a document that the worker does not have',
  KEYS_LEFT: 'a company or agency that is deleted has API keys or webhook endpoints',
}

export const warningsTable = (): string =>
  [
    '| code | what it says |',
    '|---|---|',
    ...Object.entries(warnings).map(([code, says]) => `| \`${code}\` | ${says} |`),
  ].join('\n')

const filePage = `# file

${written}

\`\`\`json
{"type":"file","id":"f1","fileName":"card.pdf","contentType":"application/pdf","path":"cards/card.pdf"}
\`\`\`

The content is a file beside the load file (\`path\`, which may not lead out of its folder; of the working folder for standard
input), or \`base64\`. A file has at most 20 MiB. PDF, JPEG and PNG must be what they say, from the first byte to the last, and
pictures have at most 250 million pixels.

In \`fileName\` invisible characters are dropped, \`/\`, \`\\\`, \`:\` and the like become \`_\`, and an ending of another type is
replaced: a PNG called \`x.html\` becomes \`x.png\`. Control characters are refused.

Where a property takes a file, a record says \`"file:<id>"\`, and readers are shown a link; an https address is shown as it is. A
file that records name cannot be deleted.

The whole lines of the other pages name this one:

\`\`\`json
${JSON.stringify(sampleOf('file'))}
\`\`\`
`

/** A function, so that shared shapes can be written before it is reached. */
function tableOf(rows: readonly string[]): string {
  return ['| property | takes | | meaning |', '|---|---|---|---|', ...rows].join('\n')
}

function pageFor(type: RecordType): string {
  const facts = rowsFor(type.facts, 'facts.', Object.keys(type.sealed))
  const sample = sampleOf(type.type)
  const least = withWhatRulesAsk(type, sample, {
    type: sample.type,
    record: leastOf(nodeOf(type.record), sample.record) as SampleRecord['record'],
    ...(type.needsSealed && sample.facts && { facts: sample.facts }),
  })
  const lines = [least, sample].map(line => JSON.stringify(line))
  return `${[
    `# ${type.type}`,
    written,
    tableOf([...rowsFor(type.record, ''), ...facts]),
    ...(type.forbiddenTransitions
      ? [`Status can never go ${transitionsText(type.forbiddenTransitions)}.`]
      : []),
    lines[0] === lines[1] ? 'All that it can have:' : 'The least, and all that it can have:',
    `\`\`\`json\n${[...new Set(lines)].join('\n')}\n\`\`\``,
  ].join('\n\n')}\n`
}

const namesNothing: NamedProperties = {
  record: new Set(),
  facts: new Set(),
  cleared: new Set(),
  items: new Map(),
  isPatch: false,
}

/** A line with what is refused as missing by the rules of its type, and not by its Shape. */
function withWhatRulesAsk(type: RecordType, sample: SampleRecord, line: SampleRecord): SampleRecord {
  try {
    const lists = Object.entries(nodeOf(type.record).properties ?? {}).filter(([, node]) => hasDefault(node))
    const empty = Object.fromEntries(lists.map(([name, node]) => [name, defaultOf(node)]))
    const record = { ...empty, ...structuredClone(line.record) }
    type.complete?.({ record, facts: { ...line.facts } }, namesNothing, { loopback: false })
    return line
  } catch (error) {
    const [, name = ''] = /^record\.(\w+)$/.exec(error instanceof InvalidValue ? error.path : '') ?? []
    if (name in line.record || sample.record[name] === undefined) return line
    const record = { ...line.record, [name]: sample.record[name] }
    return withWhatRulesAsk(type, sample, { ...line, record })
  }
}

/** A sample with only what must be there; what may be null is. */
function leastOf(given: Node, value: unknown): unknown {
  const { node, nullable } = withoutNull(given)
  if (nullable) return null
  if (value === null || typeof value !== 'object' || !node.properties) return value
  if (node['x-reference']) return { id: (value as { id: unknown }).id }
  const held = value as Record<string, unknown>
  const needed = (node.required ?? []).filter(name => isNeeded(node, name) && held[name] !== undefined)
  return Object.fromEntries(needed.map(name => [name, leastOf(node.properties![name]!, held[name])]))
}

/** Lists that are left out are empty, and what is worked out is never given. */
const isNeeded = (node: Node, name: string) =>
  node.required?.includes(name) === true &&
  !hasDefault(node.properties![name]!) &&
  !node.properties![name]!['x-derived']

const transitionsText = (forbidden: ForbiddenTransitions) =>
  Object.entries(forbidden)
    .map(([from, rules]) => `from ${from} to ${rules.map(ruleText).join(', ')}`)
    .join('; ')

const ruleText = (rule: ForbiddenTransition) =>
  typeof rule === 'string' ? rule : `${rule.to} while ${rule.while}`

/** Every property at any depth that a line may have, and those that are worked out whatever it has. */
function rowsFor(
  schema: TSchema,
  prefix: string,
  sealed: readonly string[] = [],
  told: Map<unknown, string> = new Map(),
): string[] {
  const node = nodeOf(schema)
  return Object.entries(node.properties ?? {}).flatMap(([name, child]) => {
    const isWorkedOut = child['x-derived'] === true
    if (isWorkedOut && child['x-hidden']) return []
    const needed = node.required?.includes(name) && !hasDefault(child) ? 'required' : ''
    const kept = sealed.includes(name) ? ', kept encrypted' : ''
    const path = `${prefix}${name}`
    const { inside, many } = objectHeld(child)
    // An object that stands in several places is told at the first of them.
    const before = inside && told.get(inside.properties)
    if (inside && !before) told.set(inside.properties, path)
    const orNull = withoutNull(child).nullable ? ' or null' : ''
    const kind = before ? `${many ? 'list, ' : ''}as \`${before}\`${orNull}` : `${kindOf(child)}${kept}`
    return [
      `| \`${path}\` | ${kind} | ${isWorkedOut ? 'worked out' : needed} | ${meaningOf(child)} |`,
      ...(inside && !before && !isWorkedOut ? rowsFor(inside, `${path}${many ? '[]' : ''}.`, [], told) : []),
    ]
  })
}

const meaningOf = (node: Node) =>
  [node.description, ...wordMeanings(node)].filter(Boolean).join(' ').replaceAll('|', '\\|')

/** The object that a property holds, or a list of them, where it is explained here and not under a name of its own. */
function objectHeld(given: Node): { inside?: Node; many: boolean } {
  let { node } = withoutNull(given)
  const many = node.type === 'array'
  while (node.type === 'array' && node.items) node = withoutNull(node.items).node
  const isElsewhere = node['x-copied'] !== undefined && isPlainReference(node)
  return { ...(node.properties && !isElsewhere && !sharedName(node) && { inside: node }), many }
}

/** One of which a line gives the id and no more. */
const isPlainReference = ({ properties = {}, 'x-copied': copied = [] }: Node) =>
  Object.entries(properties).every(
    ([name, child]) => name === 'id' || copied.includes(name) || child['x-hidden'],
  )

/** What several records share is explained once. */
const shared = Object.entries(namedShapes).filter(([, shape]) => !nodeOf(shape)['x-copied'])
const sharedName = ({ properties }: Node) =>
  shared.find(([, shape]) => nodeOf(shape).properties === properties)?.[0]

const sharedSections = shared.map(([name, shape]) =>
  [
    `## ${name}`,
    ...(nodeOf(shape).description ? [nodeOf(shape).description] : []),
    tableOf(rowsFor(shape, '')),
  ].join('\n\n'),
)

function kindOf(given: Node): string {
  const { node, nullable } = withoutNull(given)
  const kind = plainKind(node)
  return nullable ? `${kind} or null` : kind
}

function plainKind(node: Node): string {
  if (node['x-reference'])
    return `${/^[aeio]/.test(node['x-reference']) ? 'an' : 'a'} ${node['x-reference']}: \`{"id"}\``
  if (node['x-instant']) return 'date'
  if (node['x-file']) return 'file'
  if (node.enum) return node.enum.map(word => `\`${word}\``).join(', ')
  if (node.type === 'array') return `list of ${kindOf(node.items!)}`
  if (node.type === 'object' && sharedName(node))
    return `[${sharedName(node)}](shared.md#${sharedName(node)!.toLowerCase()})`
  if (node.type === 'object')
    return node.properties ? `{${Object.keys(node.properties).join(', ')}}` : 'object'
  if (node.type === 'string') return 'text'
  if (node.type === 'integer') return 'whole number'
  if (node.type === 'boolean') return 'true or false'
  return node.type ?? 'anything'
}
