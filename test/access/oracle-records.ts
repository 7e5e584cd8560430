// Which stored records a key may see, and what of each is shown to it, the slow and obvious way.
import {
  at,
  type Caller,
  companiesOf,
  connected,
  type Flags,
  linked,
  own,
  type View,
} from './oracle-basics.ts'
import type { Any, Line, World } from './worlds.ts'

// Who sees which rows

export const byOwner = ({ record }: Line, { world, caller, companies }: View): boolean => {
  if (!companies.has(record.company.id)) return false
  if (caller.kind === 'company') return true
  return caller.owners.includes(record.agency?.id) && linked(world, record.agency.id, record.company.id)
}

export const requisitionVisible = ({ record, facts }: Line, { world, caller, companies }: View): boolean => {
  if (!companies.has(record.company.id)) return false
  if (caller.kind === 'company') return true
  if (statusOf({ record, facts }) === 'raised' || statusOf({ record, facts }) === 'rejected') return false
  return record.agencies.some(
    (one: Any) => caller.owners.includes(one.id) && linked(world, one.id, record.company.id),
  )
}

export const invoiceVisible =
  (type: string) =>
  (line: Line, view: View): boolean => {
    const { record } = line
    if (view.caller.kind === 'agency') return record[type] !== 'mspToClient' && byOwner(line, view)
    const client = record[type] !== 'supplierToMsp' && view.companies.has(record.company.id)
    return client || (record.msp !== undefined && view.companies.has(record.msp.id))
  }

/** Credit notes follow their invoice: those of their parties see them who see it, and the MSP of that is a party to both. */
export const creditNoteVisible = (line: Line, view: View): boolean => {
  const { record } = line
  if (!record.invoice) return byOwner(line, view)
  const invoice = view.world.find('invoice', record.invoice.id)!
  const { company, agency, msp, invoiceType } = invoice.record
  if (view.caller.kind === 'agency')
    return (
      company.id === record.company.id &&
      agency.id === record.agency.id &&
      invoiceVisible('invoiceType')(invoice, view)
    )
  const sees = [invoiceType === 'supplierToMsp' ? undefined : company.id, msp?.id]
  return [record.company.id, msp?.id].some(id => sees.includes(id) && view.companies.has(id))
}

/** Every record that something may refer to: who could fetch it. */
const referred: Record<string, (line: Line, view: View) => boolean> = {
  timesheet: byOwner,
  assignment: byOwner,
  requisition: requisitionVisible,
  invoice: invoiceVisible('invoiceType'),
  afp: invoiceVisible('afpType'),
}

export function isFetchable(type: string, id: string, { world, caller }: View): boolean {
  const view = { world, caller, companies: new Set(companiesOf(world, caller)), narrowed: false }
  return referred[type]!(world.find(type, id)!, view)
}

/** These references of a record, where their records could be fetched. */
const references = (record: Any, view: View, types: Record<string, string>): Any =>
  Object.fromEntries(
    Object.entries(types).flatMap(([name, type]) =>
      record[name] && isFetchable(type, record[name].id, view) ? [[name, record[name]]] : [],
    ),
  )

export const rateVisible = ({ record }: Line, { world, caller, companies }: View): boolean => {
  if (!companies.has(record.company.id)) return false
  if (caller.kind === 'company') return true
  const agencies = record.agency ? caller.owners.filter(id => id === record.agency.id) : caller.owners
  return agencies.some(
    agency =>
      linked(world, agency, record.company.id) &&
      (record.project === null || connected(world, agency, record.project.id)),
  )
}

export const projectVisible = ({ record }: Line, { world, caller, companies }: View): boolean =>
  companies.has(record.company.id) &&
  (caller.kind === 'company' || caller.owners.some(agency => connected(world, agency, record.id)))

export const tradeVisible = ({ record }: Line, { companies }: View): boolean =>
  companies.has(record.company.id)

/** Companies where a worker has an assignment, a submission or an identifier, as far as this caller is shown. */
function companiesOfWorker(worker: Any, view: View): string[] {
  const { world, caller } = view
  const assigned = world
    .of('assignment')
    .filter(line => line.record.worker.id === worker.id && byOwner(line, view))
  const submitted = world
    .of('requisition')
    .filter(line => requisitionVisible(line, view))
    .filter(line =>
      showRequisition(line, view, new Set()).agencies.some((one: Any) =>
        at(one, 'submissions.worker.id').includes(worker.id),
      ),
    )
  const named = caller.kind === 'company' ? at(worker, 'companyIds.company') : []
  return [...[...assigned, ...submitted].map(({ record }) => record.company.id), ...named]
}

export const workerVisible = ({ record }: Line, view: View): boolean => {
  const { caller, companies, narrowed } = view
  const here = () => companiesOfWorker(record, view).some(company => companies.has(company))
  if (caller.kind === 'company') return here()
  return record.agencies.some((one: Any) => caller.owners.includes(one.id)) && (!narrowed || here())
}

// What is shown of a row

const statusOf = ({ record, facts }: Pick<Line, 'record' | 'facts'>): string =>
  record.status === 'raised' && facts.refusal ? 'rejected' : record.status

const answersFor = (location: string, answers: Any[], company: string, view: View) =>
  answers.filter(one => one.displayLocations.includes(location) && own(view, one.agency.id, company))

/** The built-in stages, as they are called where a company has no name of its own for them (§2.6). */
export const stageNames: Record<string, string> = {
  submitted: 'Submitted',
  cvReviewed: 'CV reviewed',
  interviewRequested: 'Interview requested',
  interviewBooked: 'Interview booked',
  interviewed: 'Interviewed',
  offerMade: 'Offer made',
  offerAccepted: 'Offer accepted',
  offerRejected: 'Offer rejected',
  assigned: 'Assigned',
  missingCompliance: 'Missing compliance',
  withdrew: 'Withdrew',
}

export const tracks = (world: World, company: string): boolean =>
  world.find('company', company)?.facts.stageTracking?.enabled === true

function stageTracking({ record, facts }: Line, view: View): Any {
  if (!tracks(view.world, record.company.id)) return {}
  const labels = view.world.find('company', record.company.id)!.facts.stageTracking.labels ?? {}
  const label = (stage: string) => labels[stage] ?? stageNames[stage] ?? stage
  return {
    stageTracking: (facts.stages ?? [])
      .filter((one: Any) => own(view, one.agency.id, record.company.id))
      .map((one: Any) => ({
        ...one,
        stageLabel: label(one.stage),
        history: one.history.map((entry: Any) => ({ ...entry, stageLabel: label(entry.stage) })),
      })),
  }
}

export function showRequisition(line: Line, view: View, flags: Flags): Any {
  const { cancellation, ...record } = line.record
  return {
    ...record,
    status: statusOf(line),
    agencies: record.agencies.filter((one: Any) => own(view, one.id, record.company.id)),
    submissionAnswers: answersFor('requisition', record.submissionAnswers, record.company.id, view),
    ...(record.status === 'cancelled' && cancellation && { cancellation }),
    ...(flags.has('includeStageTracking') && stageTracking(line, view)),
  }
}

const supplierOf = (world: World, record: Any): string =>
  world
    .of('connection')
    .find(
      line =>
        line.record.project === undefined &&
        line.record.company.id === record.company.id &&
        line.record.agency.id === record.agency.id,
    )?.record.supplierType ?? 'agency'

export function showTimesheet({ record }: Line, view: View, flags: Flags): Any {
  const { timelogs, versionHistory, assignment, ...rest } = record
  const supplierType = supplierOf(view.world, record)
  const shown = (type: string) =>
    supplierType === 'umbrella' ? type.replace(/^(Agency|Umbrella) /, '') : type
  const snapshot = record.assignment && view.world.find('assignment', record.assignment.id)!.facts.answers
  return {
    ...rest,
    ...references(record, view, { assignment: 'assignment' }),
    supplierType,
    ...(record.rateType && { rateType: shown(record.rateType) }),
    pieceRateEntries: record.pieceRateEntries.map((one: Any) => ({ ...one, rateType: shown(one.rateType) })),
    submissionAnswers: answersFor('timesheet', snapshot ?? [], record.company.id, view),
    ...(flags.has('includeTimelogs') && { timelogs: timelogs ?? [] }),
    ...(flags.has('includeVersionHistory') && versionHistory && { versionHistory }),
  }
}

const week = 7 * 24 * 60 * 60 * 1000

function weeksElapsed(record: Any): Any {
  const from = record.confirmationDate ?? record.startDate
  if (from === undefined) return {}
  // An end that was taken back, or that belongs to another status, is none.
  const isOver = ['completed', 'ended', 'cancelled'].includes(record.status)
  const ends = isOver ? [record.completedDate, record.ended?.date, record.cancellation?.date] : []
  const held = ends.filter(one => one !== undefined && one > (record.reinstatement?.date ?? ''))
  const end = Math.min(Date.now(), ...held.map(one => Date.parse(one)))
  return { weeksElapsed: Math.max(0, Math.floor((end - Date.parse(from)) / week)) }
}

/** What tells of other assignments is shown whole, where all of these could be fetched. */
function replacementFor(replacement: Any, view: View): Any {
  if (!replacement) return {}
  const { requisition, ...rest } = replacement
  const others = [rest.replacedBy, rest.replacementFor].filter(one => one !== undefined)
  if (!others.every(one => isFetchable('assignment', one.id, view))) return {}
  return { replacement: { ...rest, ...references(replacement, view, { requisition: 'requisition' }) } }
}

export function showAssignment({ record, facts }: Line, view: View): Any {
  const { replacement, clone, activities, requisition, ...rest } = record
  return {
    ...rest,
    supplierType: supplierOf(view.world, record),
    ...references(record, view, { requisition: 'requisition' }),
    ...replacementFor(replacement, view),
    ...(clone && isFetchable('assignment', clone.original.id, view) && { clone }),
    activities: activities.map(({ entity, ...activity }: Any) => ({
      ...activity,
      ...references({ entity }, view, { entity: 'assignment' }),
    })),
    submissionAnswers: answersFor('assignment', facts.answers, record.company.id, view),
    ...weeksElapsed(record),
  }
}

export const showExpense = ({ record }: Line, view: View): Any => {
  const { timesheet, invoice, afp, ...rest } = record
  const types = { timesheet: 'timesheet', invoice: 'invoice', afp: 'afp' }
  return { ...rest, ...references(record, view, types) }
}

export const showInvoice = ({ record }: Line, view: View): Any => ({
  ...record,
  timesheets: record.timesheets.filter((one: Any) => isFetchable('timesheet', one.id, view)),
})

export const showCreditNote = ({ record }: Line, view: View): Any => {
  const { invoice, ...rest } = record
  return { ...rest, ...references(record, view, { invoice: 'invoice' }) }
}

export function showWorker({ record, facts }: Line, view: View, flags: Flags): Any {
  const { documentValidations, companyIds, ...rest } = record
  const { world, caller } = view
  const company = caller.kind === 'company'
  const documents = (given: Any[]) =>
    given
      .filter(one => {
        const owner = facts.documentOwners.find((entry: Any) => entry.document === one.id)
        return owner === undefined || (!company && caller.owners.includes(owner.agency))
      })
      .map(one => ({
        ...one,
        ...(company &&
          flags.has('includeDocumentValidations') && {
            validations: validations(documentValidations, one, caller),
          }),
      }))
  return {
    ...rest,
    agencies: record.agencies.filter((one: Any) =>
      company ? caller.owners.some(id => linked(world, one.id, id)) : caller.owners.includes(one.id),
    ),
    ...(company && { companyIds: companyIds.filter((one: Any) => caller.owners.includes(one.company)) }),
    attachments: documents(record.attachments),
    rightToWork: documents(record.rightToWork),
  }
}

const validations = (all: Any[], document: Any, { owners }: Caller): Any[] =>
  all
    .filter(one => one.document === document.id && (one.system || owners.includes(one.company.id)))
    .map(({ document: _, system: __, ...rest }) => rest)

export function showCompany({ record }: Line, { world }: View, flags: Flags): Any {
  const { config, ...rest } = record
  const projectCount = world.of('project').filter(line => line.record.company.id === record.id).length
  return { ...rest, projectCount, ...(flags.has('includeConfig') && config && { config }) }
}

export const showProject = ({ record }: Line, { world }: View): Any => ({
  ...record,
  sites: world.of('site').filter(line => line.record.project.id === record.id).length,
})
