// Periods by their names: which days they have, and which come before.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysBefore, daysOf, daysOfWeek, type PeriodName } from '../../src/formats/period.ts'
import { isoWeek } from '../../src/kernel/query/figures.ts'

test('a period by its name has the days that people mean, and the period before is of the same kind', () => {
  const expected: [today: string, name: PeriodName, from: string, to: string, from0: string, to0: string][] =
    [
      ['2026-11-18', 'this week', '2026-11-16', '2026-11-18', '2026-11-09', '2026-11-11'],
      ['2026-11-18', 'last week', '2026-11-09', '2026-11-15', '2026-11-02', '2026-11-08'],
      ['2026-11-16', 'last week', '2026-11-09', '2026-11-15', '2026-11-02', '2026-11-08'],
      ['2026-11-22', 'last week', '2026-11-09', '2026-11-15', '2026-11-02', '2026-11-08'],
      ['2026-11-18', 'this month', '2026-11-01', '2026-11-18', '2026-10-01', '2026-10-18'],
      ['2026-03-31', 'this month', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
      ['2024-03-01', 'last month', '2024-02-01', '2024-02-29', '2024-01-01', '2024-01-31'],
      ['2026-01-15', 'last month', '2025-12-01', '2025-12-31', '2025-11-01', '2025-11-30'],
      ['2026-11-18', 'this year', '2026-01-01', '2026-11-18', '2025-01-01', '2025-11-18'],
      ['2026-11-18', 'last year', '2025-01-01', '2025-12-31', '2024-01-01', '2024-12-31'],
    ]
  for (const [today, name, from, to, from0, to0] of expected) {
    const days = daysOf(name, today)
    assert.deepEqual(days, { from, to }, `${name} on ${today}`)
    assert.deepEqual(daysBefore(days, name), { from: from0, to: to0 }, `before ${name} on ${today}`)
  }
  assert.deepEqual(daysBefore({ from: '2026-03-01', to: '2026-03-10' }), {
    from: '2026-02-19',
    to: '2026-02-28',
  })
})

test('the days of a week are those that lie in it', () => {
  for (const week of ['2020-W53', '2021-W01', '2026-W01', '2026-W46', '2026-W53']) {
    const { from, to } = daysOfWeek(week)
    assert.deepEqual([isoWeek(from), isoWeek(to)], [week, week])
    assert.equal(Date.parse(to) - Date.parse(from), 6 * 86_400_000)
  }
})
