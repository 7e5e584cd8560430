// §2.9, §4.16, §4.17: invoices and applications for payment, which share one shape but for two names.

import { many } from '../access/ownership.ts'
import { collection, namedAsPath } from '../kernel/resource/collection.ts'
import { agencyIds, choice, ids } from '../record-types/filter.ts'
import type { Derivation, Warning } from '../record-types/rules.ts'
import { sumsDiffer } from '../record-types/usual-warnings.ts'
import { sentence } from '../shape/sentence.ts'
import {
  amount,
  describe,
  fields,
  fileLink,
  flag,
  instant,
  list,
  longText,
  maybe,
  number,
  orNull,
  record,
  type Static,
  text,
  words,
} from '../shape/shape.ts'
import type { StoredOf } from '../shape/stored.ts'
import { billRechecks, creditNoteRechecks } from './billing-checks/rechecks.ts'
import { setOrNot } from './rules/set-or-not.ts'
import { warnOfSum } from './rules/sum-and-hours-warnings.ts'
import { recordId, ref, referenceRef, stamps, userRef, weekEnding } from './shapes.ts'

const flow = words({
  supplierToClient: 'the agency bills the company',
  supplierToMsp: 'the agency bills the MSP',
  mspToClient: 'the MSP bills the company',
})
export type Flow = Static<typeof flow>

const payment = record({
  reference: [maybe(text), 'What the payer calls the payment.'],
  paymentDate: [maybe(instant), 'The day the money was sent.'],
  file: [
    maybe(
      record({
        fileName: [text, 'What it was called when it was uploaded.'],
        url: [fileLink, 'The remittance advice.'],
        created: [maybe(instant), 'When it was uploaded.'],
      }),
    ),
    'Proof of the payment; absent when none was uploaded.',
  ],
})

const values = record({
  grossHours: [number, 'Hours of its timesheets, breaks included.'],
  netHours: [number, 'Hours of its timesheets after breaks.'],
  subtotal: [amount, 'Hours, piece rates and expenses, before VAT, CIS and margin adjustments.'],
  vat: [amount, 'VAT on the subtotal; 0 under the domestic reverse charge.'],
  total: [amount, 'subtotal + vat.'],
  cis: [amount, 'What is held back for the Construction Industry Scheme; positive, and never on VAT.'],
  cisRate: [number, 'Percent that is held back: 20, 30 or 0.'],
  vatRate: [number, 'Percent, such as 20.'],
  finalTotal: [amount, 'total less cis, with margin adjustments, before credit notes.'],
  expenses: [amount, 'How much of the subtotal is expenses.'],
  creditNotes: [amount, 'Credit notes applied so far; positive.'],
  netValue: [amount, 'What is left to pay: finalTotal less creditNotes.'],
})

const head = fields({
  id: recordId,
  reference: [text, 'The number people quote, with the company’s prefix, such as TRN-INV00081.'],
  status: [
    words({ pending: 'neither confirmed nor paid yet', confirmed: 'marked confirmed, or paid' }),
    'Whether it has been settled.',
  ],
  company: [ref('company'), 'Whom the work was done for; the client, also where an MSP is billed.'],
  agency: [ref('agency'), 'Who supplied the workers, whoever bills.'],
  msp: [
    maybe(ref('company')),
    'The managed service provider that runs the supply; absent when there is none.',
  ],
  projects: [list(ref('project')), 'Projects that its timesheets are for.'],
})

const flowSaid = 'Who bills whom. Agencies never see mspToClient, and the client never supplierToMsp.'

const middle = fields({
  mspInvoiceType: [
    maybe(orNull(words({ receivable: 'owed to the MSP', payable: 'owed by the MSP' }))),
    'Which way the money goes at the MSP; null or absent where there is none.',
  ],
  reason: [maybe(longText), 'Why it was made by hand; absent for those made from timesheets.'],
  comments: [maybe(longText), 'What was written on one made by hand.'],
  vatToBeApplied: [maybe(flag), 'Whether VAT was asked for, before other rules decide about it.'],
  weekEnding: [maybe(weekEnding), 'The Sunday that the week it bills ends on.'],
  due: [maybe(instant), 'The day by which to pay.'],
  confirmedDate: [maybe(instant), 'When it was marked confirmed or paid; absent before that.'],
  confirmedBy: [maybe(userRef), 'Who marked it.'],
  payment: [maybe(payment), 'How it was paid; absent before that.'],
  values: [values, 'What it comes to, in pounds unless said.'],
})

const tail = fields({
  timesheets: [list(referenceRef('timesheet')), 'The weeks that it bills.'],
  ...stamps,
})

const snapshot = describe(orNull(fileLink), 'The timesheets as they were billed; null when not made.')
const document = describe(orNull(fileLink), 'The document as a PDF; null when not made.')
const filesSaid = 'What can be downloaded.'

export const Invoice = record({
  ...head,
  invoiceType: [flow, flowSaid],
  ...middle,
  files: [record({ invoice: document, timesheetSnapshot: snapshot }), filesSaid],
  ...tail,
})
export type Invoice = Static<typeof Invoice>

export const Afp = record({
  ...head,
  afpType: [flow, flowSaid],
  ...middle,
  files: [record({ afp: document, timesheetSnapshot: snapshot }), filesSaid],
  ...tail,
})
export type Afp = Static<typeof Afp>

/** Who may see it: the MSP, the client unless it is between supplier and MSP, the agency unless MSP to client. */
const facts = record({
  companies: [list(text), 'Worked out: companies that may see it, by its flow.'],
  agency: [maybe(text), 'Worked out: the agency that may see it, by its flow.'],
})

const idOf = (named: { id: string | null } | undefined) => named?.id ?? undefined

type Parties = Pick<Static<typeof Invoice>, 'company' | 'agency' | 'msp'>

function decideViewers(
  type: Flow,
  { record, facts: seen }: { record: Parties; facts: Static<typeof facts> },
): void {
  const client = type === 'supplierToMsp' ? undefined : idOf(record.company)
  seen.companies = [client, idOf(record.msp)].filter(id => id !== undefined)
  setOrNot(seen, 'agency', type === 'mspToClient' ? undefined : idOf(record.agency))
}

const owners = {
  company: many('facts.companies', { most: 2 }),
  agency: 'facts.agency',
  linkedAt: 'company.id',
} as const

const shared = {
  scope: 'read:invoices',
  facts,
  owners,
  search: {
    within: ['reference', 'company.name', 'projects.name', 'agency.name', 'msp.name', 'timesheets.reference'],
  },
  dates: ['createdAt', 'confirmedDate', 'due', 'weekEnding'],
  sorts: {
    ...namedAsPath('createdAt', 'updatedAt', 'due', 'weekEnding', 'confirmedDate'),
    invoiceRef: 'reference',
  },
  defaultSort: 'createdAt desc',
} as const

const rules = {
  forbiddenTransitions: { confirmed: ['pending'] },
  same: { agency: ['timesheets'] },
  linked: ['company.id', 'agency.id'],
  warnings({ record }: { record: { values: Static<typeof values> } }): Warning[] {
    const { subtotal, vat, vatRate, cis, cisRate, total, finalTotal, creditNotes, netValue } = record.values
    const due = (subtotal * vatRate) / 100
    // Less where plant is in the subtotal, never more.
    const mostHeld = (subtotal * cisRate) / 100
    const found: Warning[] = []
    if (sumsDiffer(vat, Math.round(due * 100) / 100))
      found.push({
        code: 'VAT',
        path: 'record.values.vat',
        reason: sentence`is ${vat}, but ${vatRate} % of ${subtotal} is ${due.toFixed(2)}`,
        hint: 'correct the VAT, or the subtotal and the rate; a rate is a percentage, such as 20',
      })
    if (cis > mostHeld && sumsDiffer(cis, mostHeld))
      found.push({
        code: 'CIS',
        path: 'record.values.cis',
        reason: sentence`is ${cis}, but ${cisRate} % of ${subtotal} is only ${mostHeld.toFixed(2)}`,
        hint: 'correct what is held back, or the subtotal and the rate; a rate is a percentage, such as 20',
      })
    return [
      ...found,
      ...warnOfSum('record.values.total', total, [subtotal, vat]),
      ...warnOfSum('record.values.netValue', netValue, [finalTotal, -creditNotes]),
    ]
  },
} as const

const filters = {
  status: choice('status'),
  project: ids('projects.id'),
  agency: agencyIds('agency.id'),
  mspInvoiceType: choice('mspInvoiceType'),
} as const

const totals = {
  groups: [
    ...(['company', 'agency', 'msp', 'status', 'mspInvoiceType'] as const),
    ...(['weekEnding', 'due', 'confirmedDate', 'createdAt'] as const),
  ],
  sums: [
    ...(['values.grossHours', 'values.netHours', 'values.subtotal', 'values.vat', 'values.total'] as const),
    ...(['values.cis', 'values.finalTotal', 'values.expenses'] as const),
    ...(['values.creditNotes', 'values.netValue'] as const),
  ],
} as const

/** Bills of a company's week, whoever sees them. */
const byWeek = (flowPath: string) => ({
  owner: 'company.id',
  day: 'weekEnding',
  each: 'agency.id',
  by: flowPath,
  of: [],
})

export const invoices = collection({
  ...shared,
  path: '/invoices',
  noun: 'invoice',
  record: Invoice,
  filters: { ...filters, invoiceType: choice('invoiceType') },
  rules: { ...rules, complete: stored => decideViewers(stored.record.invoiceType, stored) },
  operations: { list: 'listInvoices', get: 'getInvoice', totals: 'getInvoiceTotals' },
  reading: { totals: { ...totals, groups: ['invoiceType', ...totals.groups] } },
  derived: { rechecks: billRechecks('invoice'), figures: [byWeek('invoiceType')] },
})

export const afps = collection({
  ...shared,
  path: '/afps',
  noun: 'AfP',
  type: 'afp',
  record: Afp,
  filters: { ...filters, afpType: choice('afpType') },
  rules: { ...rules, complete: stored => decideViewers(stored.record.afpType, stored) },
  operations: { list: 'listAfps', get: 'getAfp', totals: 'getAfpTotals' },
  reading: { totals: { ...totals, groups: ['afpType', ...totals.groups] } },
  derived: { rechecks: billRechecks('afp'), figures: [byWeek('afpType')] },
})

export const CreditNote = record({
  id: recordId,
  reference: [text, 'The number people quote, with the company’s prefix, such as TRN-CN00017.'],
  company: [ref('company'), 'Whose bill is reduced.'],
  agency: [ref('agency'), 'Who gives the credit.'],
  invoice: [maybe(referenceRef('invoice')), 'What it is taken off; absent before it is applied.'],
  value: [amount, 'Pounds taken off; positive.'],
  reason: [maybe(longText), 'Why it was given.'],
  status: [text, 'How far it has come, such as draft or applied.'],
  ...stamps,
})
export type CreditNote = Static<typeof CreditNote>

/** A credit note is seen by those of its parties who see its invoice: the MSP of that is a party to both. */
const invoiceViewers: Derivation<
  StoredOf<typeof CreditNote, typeof facts>,
  StoredOf<typeof Invoice, typeof facts>
> = {
  type: 'invoice',
  by: ['invoice.id'],
  aspect: ({ record, facts }) => [record.company, record.msp, facts.companies, facts.agency],
  apply({ record, facts }, invoice) {
    const [company, agency] = [idOf(record.company), idOf(record.agency)]
    const parties = [company, idOf(invoice?.record.msp)].filter(id => id !== undefined)
    const seenBy = invoice ? invoice.facts.companies : parties
    facts.companies = seenBy.filter(id => parties.includes(id))
    const isAgencys =
      !invoice || (idOf(invoice.record.company) === company && invoice.facts.agency === agency)
    setOrNot(facts, 'agency', isAgencys ? agency : undefined)
  },
}

export const creditNotes = collection({
  path: '/credit-notes',
  noun: 'credit note',
  type: 'creditNote',
  scope: 'read:credit-notes',
  record: CreditNote,
  facts,
  owners,
  filters: { agency: agencyIds('agency.id'), invoice: ids('invoice.id') },
  search: { within: ['reference'] },
  dates: ['createdAt', 'updatedAt'],
  sorts: { ...namedAsPath('createdAt', 'updatedAt', 'value'), reference: 'reference' },
  defaultSort: 'createdAt desc',
  operations: { list: 'listCreditNotes', get: 'getCreditNote', totals: 'getCreditNoteTotals' },
  reading: { totals: { groups: ['company', 'agency', 'status', 'createdAt'], sums: ['value'] } },
  rules: { same: { agency: ['invoice'] }, linked: ['company.id', 'agency.id'] },
  derived: { derivations: [invoiceViewers], rechecks: creditNoteRechecks },
})
