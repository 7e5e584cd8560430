// What billing checks find, case by case.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Books } from '../../src/api/billing-checks/books.ts'
import { checkWeek } from '../../src/api/billing-checks/check-week.ts'
import { notChecked } from '../../src/api/billing-checks/codes.ts'
import { checkOrder } from '../../src/api/billing-checks/order-rules.ts'

const noBooks: Books = {
  side: { kind: 'client', id: 'c1' },
  company: 'c1',
  weekEnding: '2026-02-01T00:00:00.000Z',
  timesheets: [],
  before: [],
  others: [],
  assignments: new Map(),
  invoices: [],
  afps: [],
  expenses: [],
  flows: new Map(),
  creditNotes: [],
  orders: [],
  rates: [],
  billing: new Set(),
}

test('a week without records has no findings', () => {
  assert.deepEqual(checkWeek(noBooks), [])
  assert.equal(typeof checkOrder, 'function')
})

test('a key is told which codes it cannot be told of, and why', () => {
  assert.deepEqual(notChecked(new Set(['read:expenses', 'read:assignments', 'read:purchase-orders'])), [
    { code: 'rateDiffers', scopes: ['read:rates'] },
    { code: 'creditTooLarge', scopes: ['read:credit-notes'] },
  ])
})
