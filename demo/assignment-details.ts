// What only some assignments have: uplifts by blocks of hours, documents, own fields, lodgings, statements about
// supervision and status.
import { at, type Day, mondayOf } from './calendar.ts'
import { fileLinkTo } from './files.ts'
import { agencyUserOf } from './people-and-permissions.ts'
import { addressIn } from './places.ts'
import { Dice, idOf } from './random.ts'
import { chargeOf, forMinutes, pounds } from './rates.ts'
import { activities } from './reference-lists.ts'
import { requirementsOf, storyOf } from './story-records.ts'
import type { Course, Pence, Placement, RateKey, RateTable, Uplifts, World } from './world.ts'

const weekly = {
  threshold: 40,
  enforce: true,
  reduce: false,
  nightThreshold: 36,
  nightEnforce: true,
  backshiftThreshold: 38,
  backshiftEnforce: false,
  blockThresholds: { 0: 40, 1: 45 },
  nightBlockThresholds: { 0: 36 },
  backshiftBlockThresholds: { 0: 38 },
}

/** Two blocks on Friday and one on Saturday of the week that begins on this Monday. */
export function blocksOf(table: RateTable, uplifts: Uplifts, monday: Day, shiftType: string) {
  const block = (dayOfWeek: string, from: number, to: number, rate: RateKey, uplift: number) => {
    const { pay } = table.rates[rate]
    const charge = chargeOf(table.rates[rate])
    const value = (pence: Pence) => pounds(forMinutes(pence, (to - from) * 60))
    return {
      date: at(monday + (dayOfWeek === 'Friday' ? 4 : 5)),
      dayOfWeek,
      shiftType,
      blockStartHour: from,
      blockEndHour: to,
      blockHours: to - from,
      upliftPercentage: uplift,
      chargeRate: pounds(charge),
      chargeValue: value(charge),
      payRate: pounds(pay),
      payValue: value(pay),
    }
  }
  const breakdown = [
    block('Friday', 8, 16, 'wd', 0),
    block('Friday', 16, 18, 'ot', uplifts.wdOt),
    block('Saturday', 8, 13, 'sat', uplifts.sat),
  ]
  return { enabled: true, mode: 'blocks', weekly, breakdown }
}

/** Every fourth gang of the first two companies is paid by blocks of hours, shown for its last week of work. */
export function upliftsOf(world: World, { gang, first, last, table }: Placement) {
  const { index, uplifts } = gang.firm.company
  if (index >= 2 || gang.index % 4 !== 2 || table.daily) return { rateUplifts: uplifts }
  const monday = mondayOf(world, Math.max(last, Math.min(first, 0)) + gang.before)
  return { enhancedUplifts: blocksOf(table, uplifts, monday, gang.night ? 'night' : 'day') }
}

/** A company's fields and documents are the same on all its assignments. */
const companyFieldId = (kind: string, { gang }: Placement, at: number): string =>
  idOf(kind, gang.firm.company.index * 10 + at)

const induction = 'Site induction'

/** Whoever is not confirmed yet has no induction yet. */
function documentsOf(world: World, placement: Placement, { created, end }: Course, dice: Dice) {
  const { story } = storyOf(world, placement) ?? {}
  const isTold = story?.of === induction
  if (!dice.chance(35) && !isTold) return []
  const uploaded = placement.outcome !== 'pending' && !(isTold && story.is === 'missing')
  const expiry = isTold && story.ends !== undefined ? world.today + story.ends : end + 90
  return [
    {
      id: companyFieldId('customDocument', placement, 0),
      name: induction,
      description: 'Certificate of the induction, both pages',
      required: true,
      uploadPermissions: { company: true, supplier: true },
      attachment: uploaded ? fileLinkTo('induction-certificate.pdf') : null,
      uploadedBy: uploaded ? agencyUserOf(placement.agency, placement.index).id : null,
      ...(uploaded && { uploadedAt: at(created + 2, 715) }),
      expiry: uploaded ? at(expiry) : null,
    },
    {
      id: companyFieldId('customDocument', placement, 1),
      name: 'Permit briefing',
      required: false,
      uploadPermissions: { company: true, supplier: false },
      attachment: null,
      uploadedBy: null,
      expiry: null,
      inactive: true,
    },
  ]
}

function fieldsOf(placement: Placement, dice: Dice) {
  const id = (at: number) => companyFieldId('customField', placement, at)
  return [
    { fieldId: id(0), label: 'Gate', fieldType: 'text', value: dice.pick(['North', 'South', 'Riverside']) },
    { fieldId: id(1), label: 'Briefings attended', fieldType: 'multiSelect', value: ['Fire', 'Lifting'] },
    { fieldId: null, label: 'Locker', fieldType: 'number', value: dice.below(200) },
  ]
}

const metaOf = (placement: Placement) => [
  {
    id: companyFieldId('metaField', placement, 0),
    title: 'Meeting point',
    type: 'freeText',
    value: 'Turnstiles, 07:15 on the first day',
    display: ['ui', 'pdf'],
  },
  {
    id: companyFieldId('metaField', placement, 1),
    title: 'Package',
    type: 'dynamicField',
    value: { code: 'WP-12', name: 'Superstructure' },
    display: ['ui'],
  },
]

const miles = (dice: Dice, tenths: number): number => (10 + dice.below(tenths)) / 10

const lodgeOf = ({ stint }: Placement, { created }: Course, dice: Dice) => ({
  ...(dice.chance(50) && { dailyAmountOverride: 42.5 }),
  address: addressIn(stint.project.place, dice),
  distanceMiles: miles(dice, 90),
  travel: {
    walkMinutes: 20 + dice.below(90),
    busMinutes: 10 + dice.below(30),
    carMinutes: 5 + dice.below(15),
    trainMinutes: 15 + dice.below(20),
    calculatedAt: at(created, 640),
  },
})

/** Supervision matters for workers whom an agency or umbrella employs, status for those with their own company. */
const statementsOf = ({ rateType, viaUmbrella, agency }: Placement) => ({
  ...((viaUmbrella || agency.umbrella) && {
    sdc: { status: 'underSupervision', attachment: fileLinkTo('supervision-statement.pdf') },
  }),
  ...(rateType === 'psc' && {
    sds: { status: 'outsideIr35', attachment: fileLinkTo('status-determination.pdf') },
  }),
  ...(rateType === 'paye' && { kid: fileLinkTo('key-information-document.pdf') }),
})

/** The agency's markup where there is one; an umbrella's employer costs are the usual ones. */
function overridesOf({ table, viaUmbrella }: Placement) {
  const rateOverrides = {
    ...(table.points > 0 && { markup: { active: true, value: table.points } }),
    ...(viaUmbrella && { employerCosts: { active: false, value: 28.6 } }),
  }
  return (table.points > 0 || viaUmbrella) && { rateOverrides }
}

export function detailsOf(world: World, placement: Placement, course: Course) {
  const competencyRequirements = requirementsOf(world, placement)
  const dice = new Dice('extras', placement.index)
  const lodges = placement.gang.firm.company.index === 1 && dice.chance(30)
  return {
    ...(competencyRequirements.length > 0 && { competencyRequirements }),
    customDocuments: documentsOf(world, placement, course, dice),
    ...(dice.chance(40) && { customFields: fieldsOf(placement, dice) }),
    metaFields: dice.chance(30) ? metaOf(placement) : [],
    lodgeApplicable: lodges,
    ...(lodges && { lodge: lodgeOf(placement, course, dice) }),
    ...statementsOf(placement),
    ...(dice.chance(70) && { workActivity: dice.pick(activities) }),
    ...overridesOf(placement),
    ...(dice.chance(60) && { workerDistanceToSite: miles(dice, 400) }),
    ...(lodges && { workerLodgeDistanceToSite: miles(dice, 90) }),
  }
}
