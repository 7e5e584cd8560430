// What is wrong with the demo's bills: three findings of each code of the billing checks, as demo/faults.ts says, and no others.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allFaults } from '../../demo/faults.ts'
import type { ProgrammeOptions } from '../../demo/programme.ts'
import {
  type BillingCode,
  billingCodeNames,
  billingCodes,
  usualGraceDays,
} from '../../src/api/billing-checks/codes.ts'
import type { SideFinding } from '../../src/checks/week-findings.ts'
import type { Upsert } from '../../src/load/read.ts'
import { slotsOf } from '../../src/record-types/record-type.ts'
import { longTest } from '../support/long.ts'
import { findingsIn } from './findings.ts'
import { isRecord, linesOn, read, seed, today } from './lines.ts'

const daysBefore = (day: Date, days: number) =>
  new Date(day.getTime() - days * 86_400_000).toISOString().slice(0, 10)

/** As lists show them by default: without those of weeks that may still be billed. */
const counting = (found: readonly SideFinding[], day: Date) =>
  found.filter(({ finding: { waits, weekEnding } }) =>
    waits ? weekEnding.slice(0, 10) < daysBefore(day, usualGraceDays) : true,
  )

/** An MSP is told of both bills that one fault makes wrong, and of no others than its own. */
const expected = (code: BillingCode, side: string) => (side === 'msp' && code !== 'flowsDiffer' ? 2 : 3)

const told = billingCodeNames.flatMap(code =>
  billingCodes[code].sides.map(side => [`${code}, ${side}`, expected(code, side)] as const),
)

function checkOn(day: Date, options: ProgrammeOptions): SideFinding[] {
  const found = counting(findingsIn(linesOn(day, { ...options, files: false })), day)
  const counts = Object.groupBy(found, ({ side, finding }) => `${finding.code}, ${side.kind}`)
  assert.deepEqual(
    Object.fromEntries(Object.entries(counts).map(([name, all]) => [name, all!.length])),
    Object.fromEntries(told),
  )
  // The first day of the last four full weeks.
  for (const { finding } of found) assert.ok(finding.weekEnding.slice(0, 10) > daysBefore(day, 35))
  return found
}

test('every side has three findings of each code, of the last four full weeks, and no others', () => {
  const found = checkOn(today, { seed })
  const sentences = new Set(found.map(({ finding }) => finding.sentence))
  const faults = Object.values(allFaults).flat()
  assert.equal(sentences.size, faults.length + faults.filter(fault => 'also' in fault).length + 2)
})

test('what was changed for them mentions only what came before, and no id comes twice', () => {
  const lines = linesOn(today, { seed })
  const known = new Set(lines.flatMap(line => (isRecord(line) ? [] : `file:${line.id}`)))
  for (const line of lines.filter(isRecord)) {
    const { type, id, stored } = read(JSON.stringify(line), 1) as Upsert
    for (const slot of slotsOf(type, stored))
      if (slot.type !== type.type)
        assert.ok(known.has(`${slot.type}:${slot.id}`), `${type.type} ${id} ${slot.path}`)
    assert.ok(!known.has(`${type.type}:${id}`), `${type.type} ${id} twice`)
    known.add(`${type.type}:${id}`)
  }
})

for (const [day, options] of [
  ['2026-11-15', { seed: 3 }],
  ['2027-01-03', { seed: 4 }],
  ['2026-06-17', { seed: 2, scale: 3 }],
  ['2026-06-17', { scale: 10 }],
] as const)
  longTest(`the same on ${day} with ${JSON.stringify(options)}`, async () => {
    checkOn(new Date(`${day}T09:00:00Z`), options)
  })

longTest('without its faults nothing is found', async () => {
  const lines = linesOn(today, { seed, faults: false, files: false })
  assert.deepEqual(counting(findingsIn(lines), today), [])
})
