// What lists can be asked by and no answer shows is told to whoever asks: in the document, which the reference pages repeat,
// and to assistants.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations, recordTypes } from '../../src/api/index.ts'
import { openApiDocument } from '../../src/describe/openapi.ts'
import { metadataOperation } from '../../src/mcp/metadata.ts'

/** Every fact that a filter, date or search looks at, by the parameter that does. Sorts look at none. */
const known: Record<string, Record<string, string>> = {
  requisition: { 'facts.open': 'status', 'facts.costCodes': 'costCode' },
  assignment: { 'facts.approvedDate': 'dateField' },
  timesheet: { 'facts.worker.reference': 'query' },
  expense: { 'facts.timesheet': 'timesheet' },
}

test('every fact that lists can be asked by is known, and its parameter tells that no answer shows it', () => {
  const document = openApiDocument(operations)
  const found = recordTypes.flatMap(({ type, isRead, askedFacts }) =>
    isRead && askedFacts.length > 0 ? [[type, [...askedFacts].sort()]] : [],
  )
  const wanted = Object.entries(known).map(([type, facts]) => [type, Object.keys(facts).sort()])
  assert.deepEqual(Object.fromEntries(found), Object.fromEntries(wanted))
  for (const operation of operations) {
    const asked = Object.values(known[operation.reads ?? ''] ?? {})
    const described = document.paths[operation.path]![operation.method.toLowerCase()] as {
      parameters?: { name: string; description: string }[]
    }
    for (const { name, description } of described.parameters ?? [])
      if (asked.includes(name))
        assert.match(description, /no answer shows|not here/i, `${operation.path}?${name}`)
  }
})

test('assistants that look a resource up are told the same', async () => {
  const run = (topic: string) =>
    metadataOperation(operations).run({ path: {}, query: { topic } }, {
      caller: { kind: 'company', scopes: new Set(['read:assignments']) },
    } as never)
  const { body } = await run('assignments')
  assert.match(Buffer.concat(body).toString(), /confirmationDate where that is not recorded/)
})
