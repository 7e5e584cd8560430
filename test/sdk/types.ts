// What the compiler promises of the SDK: checked by `npm run check` and, against TypeScript 5, by build.slow.ts.
import type { Muster, Pages, Timesheet } from '../../sdk/index.ts'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <T extends true>(): T | undefined => undefined

export async function promises(muster: Muster): Promise<void> {
  for await (const row of muster.timesheets.list({
    status: 'approved',
    fields: ['id', 'worker.name', 'netHours'],
  })) {
    holds<Same<typeof row.worker.name, string>>()
    holds<Same<typeof row.netHours, number>>()
    // @ts-expect-error: not asked for
    row.reference
    // @ts-expect-error: not asked for
    row.worker.id
  }
  for await (const row of muster.requisitions.list({ fields: ['agencies.name'] })) {
    holds<Same<(typeof row.agencies)[number]['name'], string>>()
    // @ts-expect-error: not asked for
    row.agencies[0]?.offered
  }
  for await (const whole of muster.timesheets.list()) holds<Same<typeof whole.reference, string>>()
  // @ts-expect-error: there is no such field
  muster.timesheets.list({ fields: ['refrence'] })
  // @ts-expect-error: there is no such status
  muster.timesheets.list({ status: 'done' })
  // @ts-expect-error: the list has no version history
  muster.timesheets.list({ includeVersionHistory: true })
  const one: Timesheet = await muster.timesheets.get('t1', { includeVersionHistory: true })
  holds<Same<typeof one.status, 'pending' | 'pending_approval' | 'approved' | 'cancelled' | 'absent'>>()
  muster.timesheets.totals({ groupBy: ['project', 'weekEnding:month'], sum: ['netHours'] })
  muster.timesheets.totals({ groupBy: 'project,status', sum: 'netHours' })
  // @ts-expect-error: a sum is named
  muster.timesheets.totals({ sum: 7 })
  const { body, next } = await muster.timesheets.list().export('csv', { explode: 'timelogs' })
  holds<Same<typeof body, ReadableStream<Uint8Array>>>()
  holds<Same<typeof next, string | undefined>>()
  // @ts-expect-error: there is no such format
  muster.timesheets.list().export('pdf')
  const tags: Pages<unknown> = muster.companies.tags('c1')
  void tags
  await muster.sync('timesheets', undefined, ({ upserts, deletes }) => {
    holds<Same<(typeof upserts)[number]['id'], string>>()
    holds<Same<typeof deletes, string[]>>()
  })
}
