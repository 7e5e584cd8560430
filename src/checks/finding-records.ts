// Findings as records: which are new, which say something else, which are gone. What somebody decided about one stays for as
// long as it says the same.

import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { BillingFinding } from '../api/billing-checks/books.ts'
import { usualGraceDays } from '../api/billing-checks/codes.ts'
import { countsFrom, factsOfSide, markedUntil, type StoredBillingCheck } from '../api/billing-checks/shape.ts'
import { typeNamed } from '../api/index.ts'
import { daysAfter, utcDay } from '../formats/day.ts'
import type { Upsert } from '../load/read.ts'
import { replacementEntry } from '../load/single-writes.ts'
import type { StoredRecord } from '../shape/stored.ts'
import { type CheckedUnit, unitText } from './checked-units.ts'
import type { SideFinding } from './week-findings.ts'

export type UnitFindings = {
  unit: CheckedUnit
  silent: boolean
  findings: readonly SideFinding[]
}
type StoredById = ReadonlyMap<string, StoredBillingCheck>

type FindingWrite = { id: string; stored: StoredBillingCheck; silent: boolean }

const idOf = (company: string, { side, finding }: SideFinding): string =>
  hashOf([side.kind, side.id, company, finding.code, finding.key])

/** What has to be written so that what is stored of these units is what was found. `stored` has all of them, and all of the
 * same ids wherever they belonged. */
export function findingWrites(units: readonly UnitFindings[], stored: StoredById, now: Date): FindingWrite[] {
  const written = new Map<string, FindingWrite>()
  for (const { unit, silent, findings } of units)
    for (const one of findings) {
      const id = idOf(unit.company, one)
      const isSilent = silent || isLongOver(one.finding.weekEnding, now)
      const before = stored.get(id)
      const after = currentRecord(id, unit, one, { before, now })
      written.set(id, { id, stored: after, silent: isSilent })
    }
  const isSame = ({ id, stored: { record, facts } }: FindingWrite) => {
    const before = stored.get(id)
    return (
      before &&
      isDeepStrictEqual(before.facts, facts) &&
      isDeepStrictEqual(before.record.mark, record.mark) &&
      // The fingerprint is of what was found: a record may have lost its sentence since.
      before.record.sentence === record.sentence
    )
  }
  const silentOf = new Map(units.map(({ unit, silent }) => [unitText(unit), silent]))
  const gone = [...stored].filter(
    ([id, { facts }]) => !written.has(id) && facts.state === 'current' && silentOf.has(facts.unit),
  )
  return [
    ...[...written.values()].filter(one => !isSame(one)),
    ...gone.map(([id, before]) => ({
      id,
      stored: resolvedRecord(before, now),
      silent: silentOf.get(before.facts.unit)! || isLongOver(before.record.weekEnding, now),
    })),
  ]
}

/** The ids under which findings are stored. */
export const findingIds = (units: readonly UnitFindings[]): string[] =>
  units.flatMap(({ unit, findings }) => findings.map(one => idOf(unit.company, one)))

/** Nobody is told of weeks that ended so long ago. */
const isLongOver = (weekEnding: string, now: Date) =>
  weekEnding.slice(0, 10) < daysAfter(utcDay(now), -53 * 7)

/** Whether it counts on this day, by the usual `usualGraceDays`. */
const counts = (from: string, now: Date) => utcDay(now) > daysAfter(from.slice(0, 10), usualGraceDays)

const hashOf = (value: unknown) => hash('sha256', JSON.stringify(value), 'hex').slice(0, 24)

/** What somebody has decided on: what is at stake, between which records and which values, and who bills it. Not what these
 * records are called, who has worked on which project, nor how sure it is. */
const groundsOf = (finding: BillingFinding) =>
  hashOf({
    ...finding,
    compared: finding.compared.filter(({ path }) => path !== 'reference'),

    sentence: undefined,
    severity: undefined,
    project: undefined,
    worker: undefined,
  })

type Context = { before: StoredBillingCheck | undefined; now: Date }

function currentRecord(
  id: string,
  unit: CheckedUnit,
  { side, finding }: SideFinding,
  { before, now }: Context,
): StoredBillingCheck {
  const { key: _, waits = false, agency, project, worker, ...said } = finding
  const refs = (ids: readonly string[]) => ids.map(one => ({ id: one }))
  const [fingerprint, grounds] = [hashOf(finding), groundsOf(finding)]
  const last = before?.facts.state === 'current' ? before : undefined
  const isStill = last?.facts.fingerprint === fingerprint || last?.facts.grounds === grounds
  const mark = last && isStill && !isMarkOver(last, now) ? last.record.mark : undefined
  const from = countsFrom(finding.weekEnding, waits)
  return {
    record: {
      id,
      ...said,
      side: side.kind,
      atStake: Math.abs(finding.amount),
      company: { id: unit.company },
      ...(agency !== undefined && { agency: { id: agency } }),
      ...(project !== undefined && { project: { id: project } }),
      ...(worker !== undefined && { worker: { id: worker } }),
      timesheets: refs(finding.timesheets),
      assignments: refs(finding.assignments),
      invoices: refs(finding.invoices),
      afps: refs(finding.afps),
      creditNotes: refs(finding.creditNotes),
      expenses: refs(finding.expenses),
      purchaseOrders: refs(finding.purchaseOrders),
      since: last?.record.since ?? now.toISOString(),
      ...(mark && { mark }),
    },
    facts: {
      ...factsOfSide(side),
      state: 'current',
      unit: unitText(unit),
      fingerprint,
      grounds,
      countsFrom: from,
      markedUntil: markedUntil(mark),
      told: last?.facts.told === true || counts(from, now),
    },
  } as unknown as StoredBillingCheck
}

const isMarkOver = ({ record }: StoredBillingCheck, now: Date) =>
  record.mark?.until !== undefined && record.mark.until.slice(0, 10) < utcDay(now)

function resolvedRecord(before: StoredBillingCheck, now: Date): StoredBillingCheck {
  const { mark: _, ...record } = before.record
  return {
    record: { ...record, resolvedAt: now.toISOString() },
    facts: { ...before.facts, state: 'resolved', markedUntil: markedUntil(undefined) },
  } as StoredBillingCheck
}

/** An entry that writes it as it is here. */
export const findingEntry = ({ id, stored }: Pick<FindingWrite, 'id' | 'stored'>): Upsert =>
  replacementEntry(id, stored as unknown as StoredRecord, typeNamed('billingCheck'))
