// Labour agencies and their ties to companies and projects (§2.13). An agency has no public record of its own.
import { recordType } from '../kernel/resource/record-type.ts'
import {
  flag,
  hidden,
  instant,
  integer,
  list,
  maybe,
  number,
  oneOf,
  orNull,
  record,
  text,
} from '../shape/shape.ts'
import { paymentTerms, phone, ref, stamps, supplierType } from './shapes.ts'
import { enhancedUplifts, rateUplift } from './uplifts.ts'

export const agencies = recordType({
  type: 'agency',
  record: record({
    id: text,
    name: text,
    email: maybe(text),
    phone: maybe(phone),
    kind: maybe(supplierType),
    active: flag,
    createdAt: maybe(instant),
    updatedAt: maybe(instant),
  }),
  owners: { agency: 'id' },
  search: { within: ['name'] },
  derived: { keyOwner: { kind: 'agency' } },
})

export const Connection = record({
  id: text,
  company: ref('company'),
  agency: ref('agency'),
  project: maybe(ref('project')),
  active: flag,
  supplierType: maybe(supplierType),
  cis: maybe(orNull(record({ name: text, value: number, display: maybe(text) }))),
  tier: maybe(integer),
  restricted: maybe(flag),
  invoice: maybe(flag),
  drc: maybe(flag),
  afp: maybe(flag),
  email: maybe(orNull(text)),
  paymentTerms: maybe(orNull(paymentTerms)),
  markupAdjustment: maybe(number),
  tradeMarkupAdjustments: maybe(list(record({ trade: ref('trade'), adjustment: number }))),
  rateUplifts: maybe(list(rateUplift)),
  tradeUpliftOverrides: maybe(
    list(
      record({
        trade: ref('trade'),
        mode: oneOf('standard', 'enhanced'),
        rateUplifts: maybe(list(rateUplift)),
        enhancedUplifts: maybe(enhancedUplifts),
      }),
    ),
  ),
  /** Projects that a restricted connection reaches; stored, not shown. */
  projects: hidden(maybe(list(text))),
  ...stamps,
})

/** Whose connections a key reads to work answers out; agencies are never shown one. */
export const connectionOwners = { company: 'company.id', agency: 'agency.id' } as const

export const connections = recordType({
  type: 'connection',
  record: Connection,
  facts: record({ projects: maybe(list(text)) }),
  owners: { company: 'company.id' },
  sorts: { createdAt: 'createdAt' },
  defaultSort: 'createdAt asc',
  rules: {
    complete({ record, facts }, named) {
      const areShown = named.record.has('projects') && !named.facts.has('projects')
      const projects = areShown ? record.projects : facts.projects
      if (projects === undefined) return
      record.projects = projects
      facts.projects = projects
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
    columns: ['agency.id', 'company.id', 'project.id', 'active', 'restricted', 'facts.projects'],
    alias: {
      paths: ['company.id', 'agency.id'],
      only: ({ record }) => record.project === undefined,
      first: ({ record }) => record.active === true,
    },
  },
})
