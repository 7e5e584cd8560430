// §2.9, §4.16, §4.17: invoices and applications for payment, which share one shape but for two names.

import { many } from '../access/ownership.ts'
import { agencyIds, choice, ids } from '../kernel/query/filter.ts'
import { collection, same } from '../kernel/resource/collection.ts'
import { differs } from '../kernel/resource/doubts.ts'
import type { Derivation } from '../kernel/resource/record-type.ts'
import {
  fileLink,
  flag,
  instant,
  list,
  maybe,
  number,
  oneOf,
  orNull,
  record,
  type Static,
  text,
} from '../shape/shape.ts'
import type { StoredOf } from '../shape/stored.ts'
import { pair, ref, stamps, userRef } from './shapes.ts'
import { setOrNot, warnOfSum } from './shared-rules.ts'

const flow = oneOf('supplierToClient', 'supplierToMsp', 'mspToClient')

const payment = record({
  reference: maybe(text),
  paymentDate: maybe(instant),
  file: maybe(record({ fileName: text, url: fileLink, created: maybe(instant) })),
})

const values = record({
  grossHours: number,
  netHours: number,
  subtotal: number,
  vat: number,
  total: number,
  cis: number,
  cisRate: number,
  vatRate: number,
  finalTotal: number,
  expenses: number,
  creditNotes: number,
  netValue: number,
})

const head = {
  id: text,
  reference: text,
  status: oneOf('pending', 'confirmed'),
  company: ref('company'),
  agency: ref('agency'),
  msp: maybe(ref('company')),
  projects: list(ref('project')),
}

const middle = {
  mspInvoiceType: maybe(orNull(oneOf('receivable', 'payable'))),
  reason: maybe(text),
  comments: maybe(text),
  vatToBeApplied: maybe(flag),
  weekEnding: maybe(instant),
  due: maybe(instant),
  confirmedDate: maybe(instant),
  confirmedBy: maybe(userRef),
  payment: maybe(payment),
  values,
}

const tail = { timesheets: list(pair('timesheet')), ...stamps }

const Invoice = record({
  ...head,
  invoiceType: flow,
  ...middle,
  files: record({ invoice: orNull(fileLink), timesheetSnapshot: orNull(fileLink) }),
  ...tail,
})

const Afp = record({
  ...head,
  afpType: flow,
  ...middle,
  files: record({ afp: orNull(fileLink), timesheetSnapshot: orNull(fileLink) }),
  ...tail,
})

/** Who may see it: the MSP, the client unless it is between supplier and MSP, the agency unless MSP to client. */
const facts = record({ companies: list(text), agency: maybe(text) })

const idOf = (named: { id: string | null } | undefined) => named?.id ?? undefined

type Parties = Pick<Static<typeof Invoice>, 'company' | 'agency' | 'msp'>

function decideViewers(
  type: Static<typeof flow>,
  { record, facts: seen }: { record: Parties; facts: Static<typeof facts> },
): void {
  const client = type === 'supplierToMsp' ? undefined : idOf(record.company)
  seen.companies = [client, idOf(record.msp)].filter(id => id !== undefined)
  setOrNot(seen, 'agency', type === 'mspToClient' ? undefined : idOf(record.agency))
}

const owners = {
  company: many('facts.companies'),
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
  sorts: { ...same('createdAt', 'updatedAt', 'due', 'weekEnding', 'confirmedDate'), invoiceRef: 'reference' },
  defaultSort: 'createdAt desc',
} as const

const rules = {
  forbiddenTransitions: { confirmed: ['pending'] },
  warnings({ record }: { record: { values: Static<typeof values> } }) {
    const { subtotal, vat, vatRate, total, finalTotal, creditNotes, netValue } = record.values
    const due = (subtotal * vatRate) / 100
    return [
      ...(differs(vat, Math.round(due * 100) / 100)
        ? [
            {
              code: 'VAT',
              path: 'record.values.vat',
              reason: `is ${vat}, but ${vatRate} % of ${subtotal} is ${due.toFixed(2)}`,
              hint: 'correct the VAT, or the subtotal and the rate; a rate is a percentage, such as 20',
            },
          ]
        : []),
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

export const invoices = collection({
  ...shared,
  path: '/invoices',
  noun: 'invoice',
  record: Invoice,
  filters: { ...filters, invoiceType: choice('invoiceType') },
  rules: { ...rules, complete: stored => decideViewers(stored.record.invoiceType, stored) },
  tools: { list: 'open_api_list_invoices', get: 'open_api_get_invoice' },
  reading: { totals: { ...totals, groups: ['invoiceType', ...totals.groups] } },
})

export const afps = collection({
  ...shared,
  path: '/afps',
  noun: 'AfP',
  type: 'afp',
  record: Afp,
  filters: { ...filters, afpType: choice('afpType') },
  rules: { ...rules, complete: stored => decideViewers(stored.record.afpType, stored) },
  tools: { list: 'open_api_list_afps', get: 'open_api_get_afp' },
  reading: { totals: { ...totals, groups: ['afpType', ...totals.groups] } },
})

const CreditNote = record({
  id: text,
  reference: text,
  company: ref('company'),
  agency: ref('agency'),
  invoice: maybe(pair('invoice')),
  value: number,
  reason: maybe(text),
  status: text,
  ...stamps,
})

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
  sorts: { ...same('createdAt', 'updatedAt', 'value'), reference: 'reference' },
  defaultSort: 'createdAt desc',
  tools: { list: 'open_api_list_credit_notes', get: 'open_api_get_credit_note' },
  reading: { totals: { groups: ['company', 'agency', 'status', 'createdAt'], sums: ['value'] } },
  derived: { derivations: [invoiceViewers] },
})
