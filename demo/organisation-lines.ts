// Companies and agencies as they are loaded.
import { at } from './calendar.ts'
import type { LoadLine } from './load-line.ts'
import { phoneOf } from './names.ts'
import type { Agency, Company } from './organisations.ts'
import { addressIn } from './places.ts'
import { Dice, nanoidOf } from './random.ts'
import { beginning, type Firm, type World } from './world.ts'

/** Another order, other words, a stage of its own, one that is no longer offered. */
const stageTracking = {
  enabled: true,
  order: [
    'submitted',
    'cvReviewed',
    'custom_siteTour',
    'interviewRequested',
    'interviewBooked',
    'interviewed',
    'offerMade',
    'offerAccepted',
    'offerRejected',
    'assigned',
    'withdrew',
  ],
  labels: { cvReviewed: 'CV screened', custom_siteTour: 'Site tour', assigned: 'On site' },
  excluded: ['missingCompliance'],
  baseStages: { interviewed: 'interviewBooked', custom_siteTour: 'cvReviewed' },
}

const factsOf = (world: World, company: Company) => ({
  ...(company.stageTracking
    ? { stageTracking }
    : company.index === 1 && { stageTracking: { enabled: false } }),
  // What one supplier did before the connection ended lies before this day.
  ...(company.index === 1 && { timesheetCutoff: at(world.sunday - 7 * 52) }),
  msp: company.msp,
  features: { enhancedUplifts: company.index < 2, pieceRates: true, lodge: company.index === 1 },
})

function financeOf(company: Company, dice: Dice) {
  const digits = (count: number) => Array.from({ length: count }, () => dice.below(10)).join('')
  return {
    vat: `GB${digits(9)}`,
    accountName: company.name,
    bankName: 'Bank of Nowhere (Demo)',
    accountNumber: digits(8),
    sortCode: `00-00-${digits(2)}`,
    paymentTerms: { days: 30, term: 'End of month following invoice' },
  }
}

function companyLine(world: World, { company, projects }: Firm): LoadLine {
  const dice = new Dice('company', company.index)
  const born = beginning(world)
  return {
    type: 'company',
    record: {
      id: company.id,
      name: company.name,
      prefix: company.prefix,
      active: !company.retired,
      companyNumber: String(90_000_000 + company.index),
      industry: company.industry,
      email: `office@${company.domain}.example`,
      phone: phoneOf('company', company.index),
      address: { ...addressIn(company.place, dice), lineTwo: 'Second floor' },
      finance: financeOf(company, dice),
      projectCount: projects.length,
      config: {
        weekEnding: 'sunday',
        timesheets: { requireApproval: true, approvers: 2 },
        requisitions: { approvalStages: company.stageTracking ? 2 : 1 },
      },
      createdAt: at(born, 540),
      updatedAt: at(world.sunday - 90, 610),
    },
    facts: factsOf(world, company),
    nanoid: nanoidOf('company', company.index),
  }
}

function agencyLine(world: World, agency: Agency): LoadLine {
  return {
    type: 'agency',
    record: {
      id: agency.id,
      name: agency.name,
      email: `desk@${agency.domain}.example`,
      phone: phoneOf('agency', agency.index),
      kind: agency.umbrella ? 'umbrella' : 'agency',
      active: true,
      createdAt: at(beginning(world), 600),
      updatedAt: at(beginning(world) + 30 + agency.index, 600),
    },
  }
}

export function* companies(world: World): Generator<LoadLine> {
  for (const firm of world.firms) yield companyLine(world, firm)
}

export function* agencies(world: World): Generator<LoadLine> {
  for (const agency of world.agencies) yield agencyLine(world, agency)
}
