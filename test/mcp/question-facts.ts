// What the questions of assistants are checked against: the demo's own lines, as each key may see them.
import { demoKeys, demoProgramme } from '../../demo/programme.ts'
import type { LoadLine } from '../../demo/world.ts'
import { exampleDay } from '../../scripts/examples/capture.ts'
import type { Json } from '../support/server.ts'

export type Call = [tool: string, given: Record<string, unknown>]

export type Question = {
  asks: 'site manager' | 'payroll clerk' | 'recruiter' | 'compliance officer' | 'agency'
  question: string
  /** `$1` stands for the id of the first record that the first call found, `$2` for that of the second. */
  calls: Call[]
  /** The answer, as it is read from the last call's data. */
  read(data: Json, meta: Json): unknown
  /** The same from the lines that were loaded. */
  expected(facts: Facts): unknown
  /** A first guess that is refused, and of what the error lists, the words that the question is about. */
  wrong?: { call: Call; picks?: readonly string[] }
}

export type Any = Json

/** The lines of the demo, as each key may see them. */
export class Facts {
  readonly lines = [...demoProgramme(exampleDay, { files: false })] as LoadLine[]

  private readonly byType = Map.groupBy(this.lines, ({ type }) => type)

  all(type: string): Any[] {
    return this.byType.get(type)!.map(({ record }) => record)
  }
  company = (type: string) => this.all(type).filter(one => demoKeys.company.includes(one.company.id))
  agency = (type: string) => this.all(type).filter(one => demoKeys.agency.includes(one.agency.id))
  named = (type: string, name: string): Any =>
    this.all(type).find(one => one.name === name || one.reference === name || one.name === `${name} (Demo)`)
  /** The workers that the company key sees, and those of the agency, each with the documents that it is shown. */
  workersOf(kind: 'company' | 'agency'): { worker: Any; documents: Any[] }[] {
    const known = new Set([
      ...this.company('assignment').map(({ worker }) => worker.id),
      ...this.company('requisition').flatMap(one => submissionsOf(one).map(({ worker }) => worker.id)),
    ])
    const isSeen = ({ id, agencies, companyIds = [] }: Any) =>
      kind === 'agency'
        ? agencies.some((one: Any) => demoKeys.agency.includes(one.id))
        : known.has(id) || companyIds.some((one: Any) => demoKeys.company.includes(one.company))
    return this.byType.get('worker')!.flatMap(({ record: worker, facts = {} }: Any) => {
      const owners = new Map<string, string>(
        (facts.documentOwners ?? []).map((one: Any) => [one.document, one.agency]),
      )
      const isShown = ({ id }: Any) =>
        !owners.has(id) || (kind === 'agency' && demoKeys.agency.includes(owners.get(id)!))
      const documents = [...worker.attachments, ...worker.rightToWork].filter(isShown)
      return isSeen(worker) ? [{ worker, documents }] : []
    })
  }
  nameOf(type: string, { id }: { id: string }): string {
    return this.all(type).find(one => one.id === id).name
  }
}

/** All who were put forward for a requisition, by any agency. */
export const submissionsOf = ({ agencies }: Any): Any[] =>
  agencies.flatMap(({ submissions = [] }: Any) => submissions)

export const week = { dateField: 'weekEnding', from: '2026-11-02', to: '2026-11-08' }
export const october = { from: '2026-10-01', to: '2026-10-31' }
export const within = (day: string, { from, to }: { from: string; to: string }) =>
  from <= day.slice(0, 10) && day.slice(0, 10) <= to
export const lastWeek = (sheet: Any) => within(sheet.weekEnding, week)
export const inOctober = (day: string) => within(day, october)

export const pounds = (values: number[]) =>
  values.reduce((sum, value) => sum + Math.round(value * 100), 0) / 100
export const hours = (sheets: Any[]) => sheets.reduce((sum, { netHours }) => sum + netHours, 0)
export const sorted = (values: readonly string[]) => [...new Set(values)].toSorted()

/** Groups by name, each with what it comes to. */
export function grouped(records: Any[], nameOf: (one: Any) => string, worth: (own: Any[]) => number) {
  const groups = Map.groupBy(records, nameOf)
  return Object.fromEntries([...groups].map(([name, own]) => [name, worth(own)]).toSorted())
}

/** The same of rows of totals. */
export const rows = (data: Any[], by: string, sum: string) =>
  Object.fromEntries(data.map(row => [row[by].name ?? row[by], row.sums[sum]]).toSorted())
