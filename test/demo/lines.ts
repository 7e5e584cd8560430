// The demo programme of one day, as its tests look at it: without what went wrong with its bills (faults.test.ts).
import assert from 'node:assert/strict'
import { demoProgramme, type ProgrammeOptions } from '../../demo/programme.ts'
import type { FileLine, LoadLine } from '../../demo/world.ts'
import { recordTypes } from '../../src/api/index.ts'
import { sealOf } from '../../src/encryption/sealing.ts'
import { secretsOf } from '../../src/encryption/secret.ts'
import { lineReader, type Upsert } from '../../src/load/read.ts'

// biome-ignore lint/suspicious/noExplicitAny: records of every kind, looked into freely
export type Any = any

export const today = new Date('2026-06-17T15:30:00Z')
const seal = sealOf(secretsOf(['the master secret of the demo in tests']))
const readLine = lineReader(recordTypes, { seal })

/** A line of a new record, completed. */
export const read: typeof readLine = (text, line) => {
  const entry = readLine(text, line)
  if ('stored' in entry) entry.complete?.(undefined)
  return entry
}

/** Files are lines of a kind of their own, not records. */
export const isRecord = (line: FileLine | LoadLine): line is LoadLine => line.type !== 'file'
export const linesOn = (day: Date, options?: ProgrammeOptions): Any[] => [...demoProgramme(day, options)]
export const recordsOn = (day: Date, options?: ProgrammeOptions): Any[] =>
  linesOn(day, options).filter(isRecord)

/** Any seed gives a programme that keeps the rules. */
export const seed = Number(process.env.MUSTER_SEED ?? 1)
export const all = linesOn(today, { seed, faults: false })
export const texts = all.map(line => JSON.stringify(line))
export const files: Any[] = all.filter(line => !isRecord(line))
export const given: Any[] = all.filter(isRecord)
export const entries = texts.slice(files.length).map((text, at) => read(text, at + 1) as Upsert)

export const of = (type: string): Any[] => given.filter(line => line.type === type).map(line => line.record)
export const factsOf = (type: string): Any[] =>
  given.filter(line => line.type === type).map(line => line.facts ?? {})
export const byId = (type: string) => new Map<string, Any>(of(type).map(record => [record.id, record]))
export const timesheets = of('timesheet')
export const assignments = of('assignment')

export const pence = (value: number): number => {
  const whole = Math.round(value * 100)
  assert.equal(whole / 100, value, `${value} is not whole pence`)
  return whole
}
export const halfUp = (numerator: number, denominator: number) =>
  Math.floor((2 * numerator + denominator) / (2 * denominator))
export const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
export const dayOf = (moment: string) => Date.parse(moment.slice(0, 10)) / 86_400_000

export type Tie = { record: Any; facts?: { projects?: string[] } }
export const ties = Map.groupBy(
  given.filter(line => line.type === 'connection') as Tie[],
  ({ record }) => `${record.company.id} ${record.agency.id}`,
)
