// What a mark rests on: other names of the same records leave it, and anything else that was decided on takes it away.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BillingFinding, Books } from '../../src/api/billing-checks/books.ts'
import type { StoredBillingCheck } from '../../src/api/billing-checks/shape.ts'
import { findingWrites } from '../../src/checks/finding-records.ts'
import { cases, findingsOf } from './cases.ts'

const now = new Date('2026-04-01T10:00:00.000Z')
const unit = { kind: 'week', company: 'c1', subject: '2026-03-29' } as const
const side = { kind: 'client', id: 'c1' } as const
const written = (finding: BillingFinding, stored = new Map<string, StoredBillingCheck>()) =>
  findingWrites([{ unit, silent: false, findings: [{ side, finding }] }], stored, now)
const mark = { state: 'accepted', by: 'Accounts', at: now.toISOString() } as const

/** What is written of a marked finding that says something else now; undefined where nothing is. */
function afterwards(before: BillingFinding, later: BillingFinding): StoredBillingCheck | undefined {
  const [{ id, stored }] = written(before) as [ReturnType<typeof written>[number]]
  const marked = { ...stored, record: { ...stored.record, mark } } as StoredBillingCheck
  const [write] = written(later, new Map([[id, marked]]))
  assert.ok(!write || write.id === id)
  return write?.stored
}

const renamed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(renamed)
  if (value instanceof Map) return new Map([...value].map(([id, one]) => [id, renamed(one)]))
  if (typeof value !== 'object' || value === null || value instanceof Set) return value
  const named = ['reference', 'name', 'purchaseOrder']
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      named.includes(key) && typeof one === 'string' ? `${one}-X` : renamed(one),
    ]),
  )
}

for (const [section, all] of Object.entries(cases))
  test(`under other names each case is the same finding, and stays marked: ${section}`, () => {
    for (const [name, make] of Object.entries(all)) {
      const given = make()
      if (Array.isArray(given)) continue
      const [before, later] = [findingsOf(() => given), findingsOf(() => renamed(given) as Books)]
      assert.equal(later.length, before.length, name)
      for (const [at, finding] of before.entries()) {
        const stored = afterwards(finding, later[at]!)
        if (!stored) assert.equal(later[at]!.sentence, finding.sentence, name)
        else assert.deepEqual([stored.record.mark, stored.record.sentence], [mark, later[at]!.sentence], name)
      }
    }
  })

const finding: BillingFinding = findingsOf(cases['Timesheets and their bills']!['On three']!)[0]!
const changes: Record<'kept' | 'lost', Record<string, Partial<BillingFinding>>> = {
  kept: {
    'another sentence': { sentence: 'Said otherwise.' },
    'another severity': { severity: 'look' },
    'another worker': { worker: 'w9' },
    'another project': { project: 'p9' },
  },
  lost: {
    'another amount': { amount: 1 },
    'another value expected': { expected: 1 },
    'another value found': { found: 1 },
    'another unit': { unit: 'hours' },
    'another week': { weekEnding: '2026-02-08T00:00:00.000Z' },
    'another agency': { agency: 'a9' },
    'another timesheet': { timesheets: ['T9'] },
    'an assignment more': { assignments: ['A9'] },
    'an invoice less': { invoices: finding.invoices.slice(1) },
    'an AfP more': { afps: ['P9'] },
    'a credit note more': { creditNotes: ['N9'] },
    'an expense more': { expenses: ['E9'] },
    'an order more': { purchaseOrders: ['O9'] },
    'another value compared': {
      compared: finding.compared.map(one => ({ ...one, value: one.path === 'reference' ? one.value : 1 })),
    },
    'a value less': { compared: finding.compared.slice(1) },
  },
}
for (const [what, all] of Object.entries(changes))
  for (const [name, change] of Object.entries(all))
    test(`with ${name} the mark is ${what}, and the finding says so`, () => {
      const stored = afterwards(finding, { ...finding, ...change })
      assert.deepEqual(stored?.record.mark, what === 'kept' ? mark : undefined)
    })

test('a mark of before it was kept what it rests on stays while the finding says the same to the letter', () => {
  const [{ id, stored }] = written(finding) as [ReturnType<typeof written>[number]]
  const { grounds: _, ...facts } = stored.facts
  const old = { record: { ...stored.record, mark }, facts } as StoredBillingCheck
  const [write] = written(finding, new Map([[id, old]]))
  assert.deepEqual(write?.stored.record.mark, mark)
  const [other] = written({ ...finding, sentence: 'Said otherwise.' }, new Map([[id, old]]))
  assert.equal(other?.stored.record.mark, undefined)
})
