// Mappings over the operator's interface: one is proposed for the beginnings of tables, corrected by choosing, tried on the
// first rows, and saved under a name with every version of it.
import { badRequest } from '../errors/problem.ts'
import { lineJudge } from '../load/judge-line.ts'
import { checkInThread, compareInThread, tryInThread } from '../mapping/mapped-aside.ts'
import { Type } from '../shape/schema.ts'
import { anything, flag, integer, list, mapOf, maybe, oneOf, orNull, record, text } from '../shape/shape.ts'
import {
  mappings,
  mappingVersion,
  mappingVersions,
  savedMapping,
  saveMapping,
} from '../store/writing/mappings.ts'
import { mappingSubject } from './audit.ts'
import { listFrom, oneFrom } from './list-operations.ts'
import { operatorOperation } from './operation.ts'

const versionNumber = Type.String({ pattern: '^\\d{1,9}$', description: 'the number of a version' })

const Choices = record({
  id: maybe(list(text)),
  columns: maybe(mapOf(text)),
  constants: maybe(mapOf(text)),
  words: maybe(mapOf(mapOf(text))),
  dates: maybe(mapOf(text)),
})

const Property = record({
  path: text,
  takes: text,
  meaning: text,
  required: flag,
  state: oneOf('column', 'constant', 'made', 'unsaid', 'left out'),
  column: orNull(text),
  constant: orNull(text),
  allowed: list(text),
  words: list(record({ value: text, means: orNull(text), isGuess: flag })),
  dates: list(text),
  date: orNull(text),
})

const TableTrial = record({
  name: text,
  type: orNull(text),
  proposal: orNull(
    record({
      text,
      missing: integer,
      id: list(text),
      columns: list(record({ name: text, gives: text, examples: list(text) })),
      properties: list(Property),
    }),
  ),
  problem: orNull(text),
  tried: list(
    record({
      line: integer,
      before: list(anything),
      after: maybe(anything),
      faults: list(record({ path: text, reason: text, hint: text })),
    }),
  ),
})

const SampledTable = record({
  name: Type.String({ minLength: 1, maxLength: 255 }),
  sample: Type.String({ maxLength: 1_200_000 }),
  isWhole: flag,
  type: maybe(text),
  source: maybe(text),
  choices: maybe(Choices),
})

export const mappingOperations = [
  operatorOperation('POST', '/mapping-proposals', {
    summary:
      'Propose a mapping for tables that are loaded together, and try it on their first rows: sample is the beginning of a file in base64, isWhole whether that is all of it, choices what somebody corrected. Columns that have the ids of another of the tables are proposed as references to it. With text, that mapping is tried in place of a proposal. Nothing is stored',
    for: 'operate',
    changes: 'nothing',
    mostBodyBytes: 8 * 1024 * 1024,
    body: record({
      tables: Type.Array(SampledTable, { minItems: 1, maxItems: 50 }),
      text: maybe(text),
    }),
    answers: record({ tables: list(TableTrial), text: orNull(text), problem: orNull(text) }),
    run: async ({ body, types, seal }) => {
      const tables = body.tables.map(({ sample, ...table }) => ({
        ...table,
        bytes: Uint8Array.from(Buffer.from(sample, 'base64')),
      }))
      const { text: mapping = null, problem = null, ...trial } = await tryInThread({ ...body, types, tables })
      const judged = lineJudge(types, { seal })
      return {
        text: mapping,
        problem,
        tables: trial.tables.map(({ name, type = null, proposal = null, problem: own = null, tried }) => ({
          name,
          type,
          proposal,
          problem: own,
          tried: tried.map(({ line, text: made, rows }) => ({ line, before: rows, ...judged(made, line) })),
        })),
      }
    },
  }),
  operatorOperation('GET', '/mappings', {
    summary: 'All mappings that were saved, as ./muster load --mapping NAME takes them',
    for: 'read',
    ...listFrom(mappings),
  }),
  operatorOperation('GET', '/mappings/{id}', {
    summary: 'One mapping, by its name',
    for: 'read',
    ...oneFrom(mappings),
  }),
  operatorOperation('GET', '/mappings/{id}/versions', {
    summary:
      'Every version of a mapping, the newest first, with who saved it; one without a text says that it was removed',
    for: 'read',
    ...listFrom(mappingVersions, { confinedTo: ({ path }) => ({ name: path.id }) }),
  }),
  operatorOperation('GET', '/mappings/{id}/changes', {
    summary:
      'What one version of a mapping says differently from another: from is 0 for a mapping that was not there yet. Notes in it, and the order of its words, change nothing',
    for: 'read',
    query: { from: versionNumber, to: versionNumber },
    answers: record({
      from: integer,
      to: integer,
      changes: list(record({ path: text, before: orNull(text), after: orNull(text) })),
    }),
    run: async ({ path, query, database }) => {
      const [from, to] = [Number(query.from ?? 0), Number(query.to ?? 0)]
      if (to === 0) throw badRequest('Say with to which version is compared, and with from what with')
      const textOf = async (version: number) =>
        version === 0 ? null : (await mappingVersion(database, { name: path.id, version })).text
      const changes = await compareInThread({ before: await textOf(from), after: await textOf(to) })
      return { from, to, changes }
    },
  }),
  operatorOperation('POST', '/mappings/{id}', {
    summary:
      'Save a mapping under a name, as its next version; after is the version that was looked at, 0 for a new one: where another was saved since, nothing is',
    for: 'operate',
    changes: mappingSubject,
    body: record({ text, after: maybe(integer) }),
    answers: record({ name: text, version: integer }),
    run: async ({ path, body, operator, database, types }) => {
      await checkInThread({ types, text: body.text })
      return saveMapping(database, { name: path.id, ...body, who: operator.name })
    },
  }),
  operatorOperation('DELETE', '/mappings/{id}', {
    summary: 'Remove a mapping; its versions stay, and saving one of them brings it back',
    for: 'operate',
    changes: mappingSubject,
    answers: record({ name: text, version: integer }),
    run: async ({ path, operator, database }) => {
      const { name } = await savedMapping(database, path.id)
      return saveMapping(database, { name, text: null, who: operator.name })
    },
  }),
]
