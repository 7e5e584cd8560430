// §2.10, §2.13, §4.21: the markup of agency rates: which one applies, and what it comes to.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Money, markedUp } from '../../src/api/rules/markup.ts'
import { agency, connection, type Line, rate, rivals, trade } from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
await server.load([...rivals(), trade('t1', 'c1'), trade('t2', 'c1')])
const key = await server.key('company', ['c1'])

/** What a connection can say about the rates of a trade; undefined is no connection. */
const special = (adjustment: number, of = 't1') => ({
  tradeMarkupAdjustments: [{ trade: { id: of }, adjustment }],
})
const terms: (Record<string, unknown> | undefined)[] = [
  undefined,
  {},
  { markupAdjustment: 0 },
  { markupAdjustment: 5 },
  { markupAdjustment: -5 },
  special(0),
  special(3),
  special(9, 't2'),
  { markupAdjustment: 5, ...special(0) },
  { markupAdjustment: 0, ...special(3) },
  { markupAdjustment: 5, ...special(9, 't2') },
  { active: false, markupAdjustment: 7, ...special(8) },
]

/** The first that is said: the project connection's for the trade, its own, the company connection's for it, its own. */
function pointsOf(...inOrder: (typeof terms)[number][]): number {
  for (const term of inOrder) {
    if (!term || term.active === false) continue
    const own = (term as ReturnType<typeof special>).tradeMarkupAdjustments?.[0]
    if (own?.trade.id === 't1') return own.adjustment
    if (term.markupAdjustment !== undefined) return term.markupAdjustment as number
  }
  return 0
}

test('a project connection decides before the company’s, and leaves to it what it does not say', async () => {
  const lines: Line[] = []
  const expected: Record<string, number> = {}
  for (const [at, project] of terms.entries()) {
    for (const [other, company] of terms.entries()) {
      const id = `m${at}-${other}`
      lines.push(agency(id))
      if (company) lines.push(connection('c1', id, company))
      if (project) lines.push(connection('c1', id, { project: 'p1', ...project }))
      lines.push(rate(`p${id}`, { company: 'c1', trade: 't1' }, { agency: id, project: 'p1' }))
      lines.push(rate(`c${id}`, { company: 'c1', trade: 't1' }, { agency: id }))
      expected[`p${id}`] = 2 + (20 * pointsOf(project, company)) / 100
      expected[`c${id}`] = 2 + (20 * pointsOf(company)) / 100
    }
  }
  assert.equal((await server.load(lines)).rejected, 0)
  const { rates } = (await server.get('/trades/t1?includeRates=true', key)).body.data
  type Shown = { id: string; rates: { cis: Money } }
  assert.deepEqual(
    Object.fromEntries(rates.map(({ id, rates: { cis } }: Shown) => [id, cis.margin])),
    expected,
  )
  for (const { rates: shown } of rates as Shown[])
    assert.equal(shown.cis.charge, shown.cis.pay + shown.cis.margin)
})

test('hourly, daily and piece rates all have it, with parts of a penny', async () => {
  const small = { pay: 0.085, emp: 0, margin: 0.015, charge: 0.1 }
  const smaller = { pay: 0.004, emp: 0.001, margin: 0.001, charge: 0.006 }
  const odd = { pay: 1.005, emp: 0, margin: 0, charge: 1.005 }
  const piece = {
    id: 'pc',
    code: 'B1',
    name: 'Bricks',
    unitLabel: 'brick',
    unitLabelPlural: 'bricks',
    frequency: 'daily',
    values: { cis: small, paye: smaller, psc: odd },
  }
  const report = await server.load([
    agency('fine'),
    connection('c1', 'fine', { markupAdjustment: 5 }),
    rate(
      'fine',
      { company: 'c1', trade: 't2' },
      { agency: 'fine', rates: piece.values, dayRates: piece.values, pieceRates: [piece] },
    ),
  ])
  assert.equal(report.rejected, 0)
  const { data } = (await server.get('/rates/fine', key)).body
  const shown = {
    cis: { ...small, margin: 0.019, charge: 0.104 },
    paye: smaller,
    psc: { ...odd, margin: 0.05, charge: 1.055 },
  }
  assert.deepEqual([data.rates, data.dayRates, data.pieceRates[0].values], [shown, shown, shown])
})

/** A number of so many units of a power of ten, as it is written, so that nothing is parsed to know its digits. */
const amount = (least: number) =>
  fc.record({ units: fc.integer({ min: least, max: 99_999 }), places: fc.integer({ min: 0, max: 8 }) })
const numberFrom = ({ units, places }: { units: number; places: number }) => Number(`${units}e-${places}`)
const scale = 24n
const scaled = ({ units, places }: { units: number; places: number }) =>
  BigInt(units) * 10n ** (scale - BigInt(places))
/** Trailing zeros are not written. */
const finest = ({ units, places }: { units: number; places: number }) => {
  let [rest, left] = [units, places]
  while (left > 0 && rest % 10 === 0) [rest, left] = [rest / 10, left - 1]
  return left
}

test('the margin is the nearest one, half up, and the charge the sum of the parts, whatever the amounts', () => {
  const parts = fc.record({
    pay: amount(0),
    emp: amount(0),
    margin: amount(-99_999),
    points: amount(-99_999),
  })
  const holds = fc.property(parts, ({ pay, emp, margin, points }) => {
    const money = { pay: numberFrom(pay), emp: numberFrom(emp), margin: numberFrom(margin), charge: 0 }
    const shown = markedUp(money, numberFrom(points))
    const places = BigInt(Math.max(2, finest(pay), finest(emp), finest(margin)))
    const unit = 10n ** (scale - places)
    const exact = scaled(margin) + (scaled(pay) * scaled(points)) / 10n ** (scale + 2n)
    const steps = (2n * exact + unit) / (2n * unit)
    const nearest = steps * 2n * unit > 2n * exact + unit ? steps - 1n : steps
    assert.equal(shown.margin, Number(`${nearest}e-${places}`))
    const sum = scaled(pay) + scaled(emp) + nearest * unit
    assert.equal(shown.charge, Number(`${sum}e-${scale}`))
  })
  fc.assert(holds, { numRuns: 5000 })
})

test('half goes up, towards plus infinity, of what is negative too', () => {
  const margin = (pay: number, points: number, before = 0) =>
    markedUp({ pay, emp: 0, margin: before, charge: 0 }, points).margin
  assert.deepEqual([margin(0.5, 1), margin(0.5, -1), margin(1.5, 1), margin(1.5, -1)], [0.01, 0, 0.02, -0.01])
  assert.deepEqual([margin(0.5, 1, -2), margin(0.5, -1, -2)], [-1.99, -2])
  assert.deepEqual([margin(50, 0.57), margin(24.5, 1.5), margin(1.005, 100)], [0.29, 0.37, 1.005])
})

test('numbers that are written with an exponent are as exact as any other', () => {
  assert.deepEqual(markedUp({ pay: 1e-7, emp: 0, margin: 2e-7, charge: 0 }, 100), {
    margin: 3e-7,
    charge: 4e-7,
  })
  assert.deepEqual(markedUp({ pay: 2e21, emp: 1, margin: 1.5e-7, charge: 0 }, 1e-7), {
    margin: 2e12,
    charge: 2.000000002e21,
  })
})
