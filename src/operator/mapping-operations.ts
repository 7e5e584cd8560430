// Mappings over the operator's interface: one is proposed for the beginning of a table, corrected by choosing, tried on the
// first rows, and saved under a name with every version of it.
import { lineJudge } from '../load/judge-line.ts'
import { checkedAside, triedAside } from '../mapping/mapped-aside.ts'
import { Type } from '../shape/schema.ts'
import { anything, flag, integer, list, mapOf, maybe, oneOf, orNull, record, text } from '../shape/shape.ts'
import { mappings, mappingVersions, savedMapping, saveMapping } from '../store/writing/mappings.ts'
import { mappingSubject } from './audit.ts'
import { listFrom, oneFrom } from './list-operations.ts'
import { operatorOperation } from './operation.ts'

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

const MappingTrial = record({
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

export const mappingOperations = [
  operatorOperation('POST', '/mapping-proposals', {
    summary:
      'Propose a mapping for a table, and try it on its first rows: sample is the beginning of its file in base64, isWhole whether that is all of it, choices what somebody corrected. With text, that mapping is tried in its place. Nothing is stored',
    for: 'operate',
    changes: 'nothing',
    body: record({
      name: Type.String({ minLength: 1, maxLength: 255 }),
      sample: Type.String({ maxLength: 700_000 }),
      isWhole: flag,
      type: maybe(text),
      source: maybe(text),
      choices: maybe(Choices),
      text: maybe(text),
    }),
    answers: MappingTrial,
    run: async ({ body: { sample, ...body } }, { types, seal }) => {
      const bytes = Uint8Array.from(Buffer.from(sample, 'base64'))
      const {
        type = null,
        proposal = null,
        problem = null,
        tried,
      } = await triedAside({ ...body, types, bytes })
      const judged = lineJudge(types, { seal })
      return {
        type,
        proposal,
        problem,
        tried: tried.map(({ line, text: made, rows }) => ({ line, before: rows, ...judged(made, line) })),
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
    ...listFrom(mappingVersions, { confinedTo: ({ path }) => ({ name: path.id! }) }),
  }),
  operatorOperation('POST', '/mappings/{id}', {
    summary:
      'Save a mapping under a name, as its next version; after is the version that was looked at, 0 for a new one: where another was saved since, nothing is',
    for: 'operate',
    changes: mappingSubject,
    body: record({ text, after: maybe(integer) }),
    answers: record({ name: text, version: integer }),
    run: async ({ path, body, operator }, { database, types }) => {
      await checkedAside({ types, text: body.text })
      return saveMapping(database, { name: path.id!, ...body, who: operator.name })
    },
  }),
  operatorOperation('DELETE', '/mappings/{id}', {
    summary: 'Remove a mapping; its versions stay, and saving one of them brings it back',
    for: 'operate',
    changes: mappingSubject,
    answers: record({ name: text, version: integer }),
    run: async ({ path, operator }, { database }) => {
      const { name } = await savedMapping(database, path.id!)
      return saveMapping(database, { name, text: null, who: operator.name })
    },
  }),
]
