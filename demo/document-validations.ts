// What a company, or the system for it, found when it looked at a worker's card.
import { at } from './calendar.ts'
import type { Bearer, Document } from './documents.ts'
import type { Company } from './organisations.ts'
import { qualificationId } from './qualifications.ts'
import { type Dice, idOf } from './random.ts'
import { userOf } from './users.ts'

const outcomes = ['approved', 'rejected', 'pending'] as const

function statusHistory({ since }: Bearer, status: string, changedBy: string | undefined) {
  const raised = { status: 'pending', changedAt: at(since + 3, 500) }
  if (status === 'pending') return [raised]
  return [raised, { status, changedAt: at(since + 5, 505), ...(changedBy && { changedBy }) }]
}

type Found = { at: number; company: Company; document: Document; system: boolean; status: string }

function validationOf(bearer: Bearer, { at: number, company, document, system, status }: Found) {
  const { id, name } = userOf(company, 4)
  const resolved = at(bearer.since + 5, 505)
  return {
    document: document.id,
    system,
    id: idOf('validation', bearer.worker * 6 + number),
    company: { id: company.id },
    competency: system ? { id: qualificationId(document.documentType), name: document.documentType } : null,
    user: system ? { id: null, name: 'System' } : { id, name },
    validationType: system ? 'smartCheck' : 'manual',
    status,
    ...(status !== 'pending' && { resolvedAt: resolved }),
    documentType: document.documentType,
    ...(document.documentNumber && { documentRef: document.documentNumber }),
    statusHistory: statusHistory(bearer, status, system ? undefined : name),
    createdAt: at(bearer.since + 3, 500),
    updatedAt: status === 'pending' ? at(bearer.since + 3, 500) : resolved,
  }
}

/** The system's and the company's own, now and then another company's as well. */
export function validationsOf(
  bearer: Bearer,
  document: Document,
  [company, another]: readonly [Company, Company],
  dice: Dice,
): object[] {
  if (!dice.chance(35)) return []
  const found = (number: number, by: Company, system: boolean, status: string) =>
    validationOf(bearer, { at: number, company: by, document, system, status })
  return [
    found(0, company, true, 'approved'),
    ...(dice.chance(60) ? [found(1, company, false, dice.pick(outcomes))] : []),
    ...(dice.chance(20) ? [found(2, another, false, dice.pick(outcomes))] : []),
  ]
}

/** Proof of the right to work is looked at too: by the system, and by the company that takes the worker on. */
export function proofValidationsOf(
  bearer: Bearer,
  document: Document,
  company: Company,
  dice: Dice,
): object[] {
  if (!dice.chance(30)) return []
  const found = (number: number, system: boolean) =>
    validationOf(bearer, { at: number, company, document, system, status: 'approved' })
  return [found(4, true), found(5, false)]
}
