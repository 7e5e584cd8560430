// The Shape of a company (§2.4), and of its recruitment stages.

import {
  anything,
  derived,
  discreet,
  flag,
  instant,
  integer,
  list,
  mapOf,
  maybe,
  record,
  text,
} from '../../shape/shape.ts'
import type { StoredOf } from '../../shape/stored.ts'
import { address, paymentTerms, phone, recordId, stamps } from '../shapes.ts'

export const Company = record({
  id: recordId,
  name: [text, 'What it trades as.'],
  prefix: [text, 'Begins the references of its records, such as BRK in BRK-TS001411.'],
  active: [flag, 'Whether it still hires here.'],
  companyNumber: [maybe(text), 'Its number in the register of companies.'],
  industry: [maybe(text), 'What it does, in words.'],
  email: [maybe(text), 'Where to write to it.'],
  phone: [maybe(phone), 'Where to call it.'],
  address: [maybe(address), 'Where it has its office.'],
  finance: [
    discreet(
      maybe(
        record({
          vat: [maybe(text), 'Its VAT registration number.'],
          accountName: [maybe(text), 'Whose bank account it is.'],
          bankName: [maybe(text), 'Where the account is held.'],
          accountNumber: [maybe(text), 'The account at that bank, as text: zeros in front count.'],
          sortCode: [maybe(text), 'The branch of that bank, with or without hyphens.'],
          paymentTerms: [maybe(paymentTerms), 'When it pays, unless a connection says otherwise.'],
        }),
      ),
    ),
    'How it is paid and pays.',
  ],
  projectCount: [derived(integer), 'How many projects it has.'],
  ...stamps,
  config: [
    maybe(mapOf(anything)),
    'Its settings, as its system of record has them; only with includeConfig=true.',
  ],
})

/** How a company tracks the stages of recruitment (§2.6). */
const stageConfiguration = record({
  enabled: [flag, 'Whether stages are tracked, and metrics given.'],
  order: [maybe(list(text)), 'Stages in the order in which the company goes through them.'],
  labels: [maybe(mapOf(text)), 'What it calls them, by stage; the usual names for the rest.'],
  excluded: [maybe(list(text)), 'Stages that it does not use any more.'],
  baseStages: [
    maybe(mapOf(text)),
    'From which stage the days to a stage are counted; submitted for the rest.',
  ],
})
export const CompanyFacts = record({
  stageTracking: [
    maybe(stageConfiguration),
    'How it tracks the stages of recruitment; without it, not at all.',
  ],
  timesheetCutoff: [maybe(instant), 'Expenses of timesheets that end before it are not found by timesheet.'],
  msp: [maybe(flag), 'Whether it manages the supply of others.'],
  features: [maybe(mapOf(flag)), 'Other features, and whether it has each.'],
})
export type StoredCompany = StoredOf<typeof Company, typeof CompanyFacts>
