// An export and the changes after its cursor give the list, whatever is written meanwhile.
import { test } from 'node:test'
import fc from 'fast-check'
import { rivals, timesheet, worker } from '../support/lines.ts'
import { isLong } from '../support/long.ts'
import { testServer } from '../support/server.ts'
import { Mirror } from './mirror.ts'

const server = await testServer()
await server.load(rivals())
const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }
await server.load(Array.from({ length: 150 }, (_, number) => timesheet(`s${number}`, of)))
const keys = { company: await server.key('company', ['c1']), agency: await server.key('agency', ['a1']) }

type Step = { how: 'write' | 'delete' | 'rename'; number: number; hours: number }
const step: fc.Arbitrary<Step> = fc.record({
  how: fc.constantFrom('write', 'write', 'delete', 'rename'),
  number: fc.nat({ max: 200 }),
  hours: fc.nat({ max: 60 }),
})
const lineOf = ({ how, number, hours }: Step): object => {
  if (how === 'rename') return worker('w1', { name: `Ada ${number}`, updatedAt: new Date().toISOString() })
  return how === 'delete'
    ? { type: 'timesheet', id: `s${number}`, deleted: true }
    : timesheet(`s${number}`, of, { netHours: hours })
}
/** Lines about a row that is not there are set aside. */
const load = (steps: readonly Step[]) => server.load(steps.map(lineOf), { onRejection: () => {} })

test('an export while rows are written, deleted and renamed, and what its cursor tells, is the list', async () => {
  const batch = fc.array(step, { minLength: 1, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(batch, batch, fc.constantFrom('company', 'agency'), async (during, later, kind) => {
      const key = keys[kind as keyof typeof keys]
      const mirror = new Mirror(server.origin, key, path => server.get(path, key))
      const writing = load(during)
      await mirror.begin(() => writing)
      await load(later)
      await mirror.follow()
      await mirror.expectWhole()
    }),
    { numRuns: isLong ? 50 : 3, endOnFailure: true },
  )
})
