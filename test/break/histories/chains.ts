// Records of types whose tables lie far from each other in a backup, written in turn and without a pause, each once the one before it
// is confirmed: a backup that is not of one moment has something, and not what was there before it.
import { creditNote, timesheet } from '../../support/lines.ts'
import type { Write } from './checker.ts'
import { ageNow, api, ask, isDone, load, seen, type World } from './clients.ts'

type Link = {
  type: string
  path: string
  line(id: string, value: number, updatedAt: string): object
  valueOf(row: { value: number; netHours: number }): number
}

const of = { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' }

const links: readonly Link[] = [
  {
    type: 'credit note',
    path: 'credit-notes',
    line: (id, value, updatedAt) => creditNote(id, of, { value, updatedAt }),
    valueOf: ({ value }) => value,
  },
  {
    type: 'timesheet',
    path: 'timesheets',
    line: (id, netHours, updatedAt) => timesheet(id, of, { netHours, updatedAt }),
    valueOf: ({ netHours }) => netHours,
  },
]

const idOf = (prefix: string) => `${prefix}-chained`
const lineOf = (prefix: string, link: Link, value: number) =>
  link.line(idOf(prefix), value, new Date(Date.UTC(2026, 3, 1) + value * 1000).toISOString())

export const firstLines = (prefix: string) => links.map(link => lineOf(prefix, link, 0))

export async function chained(world: World): Promise<void> {
  for (let value = 1, age = 0; !world.isOver(); value++)
    for (const link of links) {
      if (age < ageNow(world)) {
        age = ageNow(world)
        for (const one of links) await seen(world, () => look(world, one))
      }
      const write: Write = { group: groupOf(link), value, sentMs: performance.now() }
      world.history.writes.push(write)
      const answer = await load(world, [lineOf(world.prefix, link, value)])
      if (isDone(answer)) write.ackMs = answer.gotMs
    }
}

const groupOf = ({ type }: Link) => `the chained ${type}`

async function look(world: World, link: Link): Promise<boolean> {
  const answer = await ask(world, `${api}/${link.path}/${idOf(world.prefix)}`, world.keys.company)
  if (answer.status !== 200) return false
  const { data } = JSON.parse(answer.text)
  const { sentMs, gotMs } = answer
  const values = [link.valueOf(data)]
  world.history.reads.push({ group: groupOf(link), key: 'chained', from: 'record', values, sentMs, gotMs })
  return true
}
