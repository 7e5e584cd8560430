// The units that findings are worked out in: read as they were written, and each worked out again by work of its own.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { untold } from '../../src/access/owners.ts'
import { type CheckedUnit, unitIn, unitText, workOfUnit } from '../../src/checks/checked-units.ts'

const kept: Readonly<Record<string, readonly [CheckedUnit, work: string]>> = {
  'week c1 2026-03-29': [{ kind: 'week', company: 'c1', subject: '2026-03-29' }, 'check:2026-03-29'],
  'order c1 PO 7  of week 3': [
    { kind: 'order', company: 'c1', subject: 'PO 7  of week 3' },
    'spending:PO 7  of week 3',
  ],
}

test('a unit is kept as databases have it, read as it was written, and noted as work of its own kind', () => {
  for (const [text, [unit, key]] of Object.entries(kept)) {
    assert.equal(unitText(unit), text)
    assert.deepEqual(unitIn(text), unit)
    assert.deepEqual(workOfUnit(unitIn(text)), { company: 'c1', owner: untold, key })
  }
})

test('what is no unit is refused in words', () => {
  for (const text of ['week', 'week 2026-03-29', 'month c1 2026-03'])
    assert.throws(() => unitIn(text), new Error(`"${text}" is no unit of findings`))
})
