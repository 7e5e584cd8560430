// What the portal works out from rows of recruitment: stages, withdrawals, and the values that a median leaves out.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { spreadOf } from '../../src/api/recruitment-metrics/quantiles.ts'

// By its address: the compiler of the server knows no pages.
const { outliersOf, responsesOf, stagesOf, withdrawalsOf } = await import(
  new URL('../../portal/pages/figures/stages.ts', import.meta.url).href
)

const start = Date.UTC(2026, 0, 1)
const on = (day: number) => new Date(start + day * 86_400_000).toISOString()
const days = { from: '2026-01-01', to: '2026-12-31', agency: '' }
const agency = { id: 'a', name: 'Heronsgill' }
const asked = (after: number) => ({
  reference: `R${after}`,
  approvedDate: on(0),
  company: { name: 'Fennick' },
  project: { name: 'Wharf' },
  agencies: [
    { ...agency, dateReceived: on(0), dateAccepted: on(after) },
    { id: 'b', name: 'Quillmark', dateReceived: on(0), dateAccepted: null },
  ],
})

test('the values drawn hollow are those that the server leaves out', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(60), { minLength: 1, maxLength: 40 }), values => {
      const { excludedOutliers, iqrBounds } = spreadOf(values)
      const { lower, upper } = iqrBounds
      const drawn = outliersOf(
        { group: 'Heronsgill', excludedOutliers, iqrBounds },
        values.map(asked),
        'agency',
        days,
      )
      assert.deepEqual(
        drawn,
        values.filter(value => value < lower || value > upper),
      )
    }),
  )
})

test('values are not drawn where the requisitions do not account for all that were left out', () => {
  const bounds = { lower: 0, upper: 9 }
  const filled = { group: 'Heronsgill', excludedOutliers: 2, iqrBounds: bounds }
  assert.deepEqual(outliersOf(filled, [3, 4, 40].map(asked), 'agency', days), [])
  assert.deepEqual(
    outliersOf({ ...filled, excludedOutliers: 1 }, [3, 4, 40].map(asked), 'agency', days),
    [40],
  )
})

const names = ['submitted', 'cvReviewed', 'interviewed', 'offerMade']
const submission = (far: number, over: object = {}) => ({
  stageDates: [
    ...names.map((stage, at) => ({
      stage,
      label: stage,
      enabled: true,
      at: at <= far ? '01/01/2026' : '',
      daysFromSubmitted: at <= far ? at * 2 : null,
    })),
    { stage: 'withdrew', label: 'Withdrew', enabled: true, at: '', daysFromSubmitted: null },
  ],
  currentStage: names[far],
  hasWithdrawn: false,
  cvRejected: 'No',
  timeToWithdrawalDays: null,
  ...over,
})

test('whoever does not reach the next stage has left or is still there, and nobody is lost', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(3), fc.boolean()), { minLength: 1 }), given => {
      const rows = given.map(([far, gone]) =>
        submission(far, { hasWithdrawn: gone, timeToWithdrawalDays: gone ? far : null }),
      )
      const rungs = stagesOf(rows)
      assert.equal(rungs[0].reached, rows.length)
      for (const [at, { reached, left, waiting }] of rungs.slice(0, -1).entries())
        assert.equal(reached, rungs[at + 1].reached + left + waiting)
      for (const { days } of rungs.slice(1)) assert.equal(days.median, 2)
      const { withdrawn, byStage } = withdrawalsOf(rows)
      assert.equal(withdrawn, given.filter(([, gone]) => gone).length)
      assert.equal(
        byStage.reduce((sum: number, { count }: { count: number }) => sum + count, 0),
        withdrawn,
      )
    }),
  )
})

test('a supplier’s share is of what it was asked, and its days of what it accepted', () => {
  const [first, second] = responsesOf([2, 4, 9].map(asked))
  assert.deepEqual([first.name, first.asked, first.accepted, first.days], ['Heronsgill', 3, 3, 4])
  assert.deepEqual([second.name, second.share, second.days], ['Quillmark', 0, undefined])
})
