// Labour agencies and their ties to companies and projects (§2.13). An agency has no public record of its own.
import { recordType } from '../record-types/record-type.ts'
import {
  flag,
  instant,
  integer,
  list,
  maybe,
  nullUnlessGiven,
  number,
  record,
  text,
  words,
} from '../shape/shape.ts'
import { connectionRechecks } from './billing-checks/rechecks.ts'
import { connectionClearanceRechecks } from './clearances/rechecks.ts'
import { setOrNot } from './rules/set-or-not.ts'
import { asStandardUplifts } from './rules/uplifts.ts'
import { enhancedUplifts, rateUplift } from './shapes/uplifts.ts'
import { paymentTerms, phone, recordId, ref, stamps, supplierType } from './shapes.ts'

export const agencies = recordType({
  type: 'agency',
  record: record({
    id: recordId,
    name: [text, 'What it trades as.'],
    email: [maybe(text), 'Where to write to it.'],
    phone: [maybe(phone), 'Where to call it.'],
    kind: [maybe(supplierType), 'What it is in general; what counts for a company is its connection.'],
    active: [flag, 'Whether it still supplies.'],
    createdAt: [maybe(instant), 'When the record was made.'],
    updatedAt: [maybe(instant), 'When it last changed.'],
  }),
  owners: { agency: 'id' },
  search: { within: ['name'] },
  derived: { keyOwner: { kind: 'agency' } },
})

export const Connection = record({
  id: [text, 'Of the connection, not of the agency.'],
  company: [ref('company'), 'Who hires.'],
  agency: [ref('agency'), 'Who supplies.'],
  project: [
    maybe(ref('project')),
    'The one project it is for; absent for a connection to the whole company.',
  ],
  active: [flag, 'Whether it holds: an agency sees nothing of a company without one that does.'],
  supplierType: [maybe(supplierType), 'What the agency is to this company; agency unless given.'],
  cis: [
    nullUnlessGiven(
      record({
        name: [text, 'What the rate is called, such as Standard.'],
        value: [number, 'Percent that is held back, such as 20.'],
        display: [maybe(text), 'The rate as people read it, such as 20%.'],
      }),
    ),
    'What is held back under the Construction Industry Scheme; null when nothing is.',
  ],
  tier: [maybe(integer), 'Rank among the suppliers; 1 is the first.'],
  restricted: [maybe(flag), 'Whether it holds for some of the company’s projects only.'],
  invoice: [maybe(flag), 'Whether it bills with invoices.'],
  drc: [maybe(flag), 'Whether VAT is under the domestic reverse charge: the company accounts for it.'],
  afp: [maybe(flag), 'Whether it bills with applications for payment.'],
  email: [nullUnlessGiven(text), 'Where to write to it about this work; null when its own address will do.'],
  paymentTerms: [
    nullUnlessGiven(paymentTerms),
    'When its bills fall due; null when the company’s terms apply.',
  ],
  markupAdjustment: [maybe(number), 'Percentage points of pay added to its margin; may be negative.'],
  tradeMarkupAdjustments: [
    list(
      record({
        trade: [ref('trade'), 'Which trade it is for.'],
        adjustment: [number, 'Percentage points in place of markupAdjustment.'],
      }),
    ),
    'For single trades; each replaces markupAdjustment there.',
  ],
  rateUplifts: [list(rateUplift), 'What is paid on top for kinds of time, for all trades.'],
  tradeUpliftOverrides: [
    list(
      record({
        trade: [ref('trade'), 'Which trade it is for.'],
        mode: [
          words({ standard: 'rateUplifts apply', enhanced: 'enhancedUplifts apply' }),
          'Which of the two it has.',
        ],
        rateUplifts: [maybe(list(rateUplift)), 'Percentages by kind of time; with mode standard.'],
        enhancedUplifts: [maybe(enhancedUplifts), 'Percentages by blocks of hours; with mode enhanced.'],
      }),
    ),
    'For single trades; each replaces rateUplifts there.',
  ],
  projects: [maybe(list(text)), 'Ids of the projects that a restricted one reaches; stored, not shown.'],
  ...stamps,
})

/** Whose connections a key reads to work answers out; agencies are never shown one. */
export const connectionOwners = { company: 'company.id', agency: 'agency.id' } as const

export const connections = recordType({
  type: 'connection',
  record: Connection,
  facts: record({
    projects: [maybe(list(text)), 'Ids of the projects that a restricted connection reaches.'],
  }),
  owners: { company: 'company.id' },
  sorts: { createdAt: 'createdAt' },
  defaultSort: 'createdAt asc',
  rules: {
    distinct: [
      {
        code: 'SAME_CONNECTION',
        path: 'agency.id',
        among: ['company.id', 'project.id', 'active'],
        beside: 'with the same company and project',
        only: ({ record }) => record.active === true,
      },
    ],
    upgrade: ({ record }) => record.tradeUpliftOverrides?.forEach(asStandardUplifts),
    complete({ record, facts }, named) {
      const areShown = named.record.has('projects') && !named.facts.has('projects')
      const projects = areShown ? record.projects : facts.projects
      setOrNot(record, 'projects', projects)
      setOrNot(facts, 'projects', projects)
    },
  },
  derived: {
    link: {
      company: 'company.id',
      agency: 'agency.id',
      active: 'active',
      project: 'project.id',
      restricted: 'restricted',
      projects: 'facts.projects',
      // What rates show follows from these.
      shows: ['markupAdjustment', 'tradeMarkupAdjustments'],
    },
    rechecks: change => [...connectionRechecks(change), ...connectionClearanceRechecks(change)],
    columns: ['agency.id', 'company.id', 'project.id', 'active', 'restricted', 'facts.projects'],
    alias: {
      paths: ['company.id', 'agency.id'],
      only: ({ record }) => record.project === undefined,
      first: ({ record }) => record.active === true,
    },
  },
})
