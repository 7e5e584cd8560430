// JSON Schemas for those who write loads and mappings: what a line may have, and what a mapping may say of each type.

import type { expressionWords } from '../mapping/expression.ts'
import { loadableTypes, type RecordType } from '../record-types/record-type.ts'
import { hasDefault, longestText, type Node, nodeOf, withoutNull } from '../shape/shape.ts'

type LoadSchema = Record<string, unknown>

const draft = 'https://json-schema.org/draft/2020-12/schema'
const id = { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' }

/** One line: what writes, changes or deletes a record of one of these types, or a file. */
export function loadSchema(all: readonly RecordType[]): LoadSchema {
  const types = loadableTypes(all)
  return {
    $schema: draft,
    title: 'A line of a load',
    oneOf: [
      ...types.map(({ type }) => ({ $ref: `#/$defs/${type}` })),
      { $ref: '#/$defs/deleted' },
      { $ref: '#/$defs/file' },
    ],
    $defs: {
      ...Object.fromEntries(types.map(type => [type.type, lineSchema(type)])),
      deleted: {
        description: 'Deletes a record, or a file.',
        type: 'object',
        properties: {
          type: { enum: [...types.map(({ type }) => type), 'file'] },
          id,
          deleted: { const: true },
        },
        required: ['type', 'id', 'deleted'],
        additionalProperties: false,
      },
      file: {
        type: 'object',
        properties: {
          type: { const: 'file' },
          id,
          fileName: { type: 'string', minLength: 1, maxLength: 255 },
          contentType: { type: 'string' },
          path: { type: 'string', description: 'Where its content is, beside the load file.' },
          base64: { type: 'string', description: 'Its content.' },
        },
        required: ['type', 'id', 'fileName', 'contentType'],
        additionalProperties: false,
      },
    },
  }
}

function lineSchema({ type, record, facts }: RecordType): LoadSchema {
  const { required, ...shape } = valueSchema(nodeOf(record), '')
  return {
    type: 'object',
    properties: {
      type: { const: type },
      record: { ...shape, required: ['id'] },
      facts: valueSchema(nodeOf(facts), ''),
      nanoid: { ...id, description: 'A short id; one is made, and kept, where none is given.' },
      patch: { type: 'boolean', description: 'Changes only what the line names.' },
      replace: { type: 'boolean', description: 'The line is all there is of the record.' },
    },
    required: ['type', 'record'],
    additionalProperties: false,
    if: { not: { properties: { patch: { const: true } }, required: ['patch'] } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    then: { properties: { record: { required } } },
  }
}

/** What may be given: a reference by its id, and what is worked out for nothing. */
function valueSchema(given: Node, name: string): LoadSchema {
  const { node, nullable } = withoutNull(given)
  const about = given.description ?? node.description
  const plain = { ...plainSchema(node, name), ...(about !== undefined && { description: about }) }
  return nullable ? orNull(plain) : plain
}

function orNull(schema: LoadSchema): LoadSchema {
  if (typeof schema.type === 'string') return { ...schema, type: [schema.type, 'null'] }
  if (Array.isArray(schema.enum)) return { ...schema, enum: [...schema.enum, null] }
  return schema
}

function plainSchema(node: Node, name: string): LoadSchema {
  if (node['x-instant'])
    return {
      type: 'string',
      description: 'A date, or a moment with Z or an offset.',
      examples: ['2026-03-01', '2026-03-01T09:00:00Z'],
    }
  if (node['x-file'])
    return { type: 'string', description: '"file:" and the id of a loaded file, or an https address.' }
  if (node.enum) return { enum: node.enum }
  if (node.type === 'array') return { type: 'array', items: valueSchema(node.items!, name) }
  if (node.type === 'object') return objectSchema(node)
  if (node.type === 'string') return name === 'id' ? id : { type: 'string', maxLength: longestText(node) }
  return node.type === undefined ? {} : { type: node.type }
}

function objectSchema(node: Node): LoadSchema {
  const patterns = (node as { patternProperties?: Record<string, Node> }).patternProperties
  if (!node.properties)
    return {
      type: 'object',
      additionalProperties: patterns ? valueSchema(Object.values(patterns)[0]!, '') : true,
    }
  const copied = node['x-reference'] ? (node['x-copied'] ?? []) : []
  const given = Object.entries(node.properties).filter(
    ([, child]) => !child['x-hidden'] || !child['x-derived'],
  )
  const isNeeded = (name: string, child: Node) =>
    node.required?.includes(name) && !hasDefault(child) && !copied.includes(name) && !child['x-derived']
  const schemaOf = (name: string, child: Node): LoadSchema => {
    if (child['x-derived']) return { description: 'Worked out by the server; what is given is ignored.' }
    // What may be absent may also be given as null.
    return isNeeded(name, child) ? valueSchema(child, name) : orNull(valueSchema(child, name))
  }
  return {
    type: 'object',
    ...(node['x-reference'] && {
      description: `Names a ${node['x-reference']} by its id; the rest is filled in.`,
    }),
    properties: Object.fromEntries(given.map(([name, child]) => [name, schemaOf(name, child)])),
    required: given.filter(([name, child]) => isNeeded(name, child)).map(([name]) => name),
    additionalProperties: false,
  }
}

const texts = { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] }
const expression = { $ref: '#/$defs/expression' }

const meanings: Record<(typeof expressionWords)[number], LoadSchema> = {
  column: { type: 'string', description: 'The column whose value it is; with dots, what is inside JSON.' },
  value: { description: 'A constant.' },
  join: {
    type: 'array',
    items: expression,
    description: 'Several, one after the other; what is empty is left out.',
  },
  first: { type: 'array', items: expression, description: 'The first of these that is not empty.' },
  sum: { type: 'array', items: expression, description: 'The numbers of these together.' },
  idFrom: {
    anyOf: [{ type: 'string' }, { type: 'array', items: expression }],
    description: 'An id made from these: the same values give the same id in every load.',
  },
  with: { type: 'string', description: 'What stands between what is joined; a space unless it is given.' },
  of: { type: 'string', description: 'The type of record that the id is made for, where that is not plain.' },
  from: {
    type: 'string',
    description: 'Another file, in whose row the columns are: the row that "by" ties to this one.',
  },
  by: { $ref: '#/$defs/by' },
  split: { type: 'string', description: 'Parts a text into a list.' },
  take: {
    type: 'integer',
    description: 'Of what was split the piece of this number, from 1; from the end where it is negative.',
  },
  words: { type: 'object', description: 'What each word of the table means; other words stay as they are.' },
  default: { description: 'What it is where the column is empty.' },
  date: {
    ...texts,
    description: 'How dates are written: DD/MM/YYYY HH:mm:ss and the like, excel, unix or unix-ms.',
  },
  plusDays: {
    anyOf: [{ type: 'integer' }, expression],
    description: 'So many days later than it is written; a number, or the column that has it.',
  },
  timezone: { type: 'string', description: 'Whose clock it was, such as Europe/London.' },
  decimal: { enum: ['.', ',', 'comma'], description: 'What parts the fraction of a number.' },
  yes: { ...texts, description: 'Words that mean yes.' },
  no: { ...texts, description: 'Words that mean no.' },
}

const name = {
  type: 'string',
  description: 'What the sources are called in ./muster status; the name of the file unless it is given.',
}
const forms = {
  timezone: meanings.timezone,
  dates: { ...texts, description: 'How dates are written, where an expression does not say it.' },
  decimal: meanings.decimal,
  yes: meanings.yes,
  no: meanings.no,
  empty: { ...texts, description: 'Words that say that there is no value, such as NULL.' },
  encoding: { type: 'string', description: 'What the files are in, such as windows-1252.' },
}

/** What editors complete a mapping by. */
export function mappingSchema(all: readonly RecordType[]): LoadSchema {
  const types = loadableTypes(all)
  const mappings = types.map(({ type }) => ({ $ref: `#/$defs/${type}` }))
  return {
    $schema: draft,
    title: 'How tables become records: ./muster load --map',
    anyOf: [
      {
        type: 'object',
        properties: { name, ...forms, records: { type: 'array', minItems: 1, items: { oneOf: mappings } } },
        required: ['records'],
        additionalProperties: false,
      },
      { oneOf: mappings },
    ],
    $defs: {
      by: {
        description:
          'The column that ties rows of another file to this one; {record, rows} where the names differ.',
        anyOf: [
          { type: 'string' },
          {
            type: 'object',
            properties: { record: expression, rows: { type: 'string' } },
            required: ['record', 'rows'],
            additionalProperties: false,
          },
        ],
      },
      expression: {
        anyOf: [
          { type: 'string', description: 'The column whose value it is.' },
          { type: 'object', properties: meanings, additionalProperties: false },
        ],
      },
      ...Object.fromEntries(types.map(type => [type.type, mappingOf(type)])),
    },
  }
}

function mappingOf({ type, record, facts }: RecordType): LoadSchema {
  const { properties: given, ...shape } = mappedObject(nodeOf(record)) as {
    properties: Record<string, LoadSchema>
  }
  const { id: _, ...properties } = given
  return {
    type: 'object',
    properties: {
      name,
      ...forms,
      type: { const: type },
      source: { type: 'string', description: 'The file that it reads, with * for any letters.' },
      query: { type: 'string', description: 'What is asked of the database with --from.' },
      since: { type: 'string', description: 'The column that says how new a row is, for --since.' },
      csv: {
        type: 'object',
        properties: { delimiter: { type: 'string' }, header: { type: 'array', items: { type: 'string' } } },
        additionalProperties: false,
      },
      where: {
        type: 'object',
        description: 'Only rows that have one of these values in each of these columns.',
        additionalProperties: texts,
      },
      group: { type: 'string', description: 'Rows with the same value in this column are one record.' },
      patch: { type: 'boolean', description: 'Changes only what is mapped.' },
      deleted: { ...expression, description: 'Says of a row that its record is deleted.' },
      id: { ...expression, description: 'The id of the record.' },
      optional: { ...texts, description: 'Columns that the table may lack, which are empty then.' },
      record: { ...shape, properties },
      facts: mappedObject(nodeOf(facts)),
    },
    required: ['type', 'id'],
    additionalProperties: false,
  }
}

/** Names with dots are for people who would rather not nest. */
function mappedObject(node: Node): LoadSchema {
  const copied = node['x-reference'] ? (node['x-copied'] ?? []) : []
  const given = Object.entries(node.properties ?? {}).filter(
    ([name, child]) => !child['x-derived'] && !copied.includes(name),
  )
  return {
    type: 'object',
    properties: Object.fromEntries(given.map(([name, child]) => [name, mappedValue(child)])),
    patternProperties: { '\\.': true },
    additionalProperties: false,
  }
}

function mappedValue(given: Node): LoadSchema {
  const { node } = withoutNull(given)
  const about = given.description ?? node.description
  const described = about === undefined ? {} : { description: about }
  if (node['x-reference']) return { anyOf: [expression, mappedObject(node)], ...described }
  if (node.type === 'object')
    return { ...(node.properties ? mappedObject(node) : { type: 'object' }), ...described }
  if (node.type !== 'array') return { ...expression, ...described }
  const item = withoutNull(node.items!).node
  const inner = item.type === 'object' ? mappedObject(item) : expression
  const rows = {
    type: 'object',
    properties: {
      rows: inner,
      from: { type: 'string', description: 'Another file that has the items.' },
      by: { $ref: '#/$defs/by' },
    },
    required: ['rows'],
    additionalProperties: false,
  }
  const simple = item.type === 'object' && !item['x-reference'] ? [] : [expression]
  return { anyOf: [...simple, { type: 'array', items: mappedValue(node.items!) }, rows], ...described }
}
