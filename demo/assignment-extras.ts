// What only some assignments have: documents, own fields, lodgings, statements about supervision and status.
import type { Course } from './assignment-dates.ts'
import { at } from './calendar.ts'
import { fileLinkTo } from './files.ts'
import type { Placement } from './placements.ts'
import { addressIn } from './places.ts'
import { Dice, idOf } from './random.ts'
import { activities } from './reference-lists.ts'
import { agencyUserOf } from './users.ts'

function documentsOf({ index, agency, gang }: Placement, { created, end }: Course, dice: Dice) {
  if (!dice.chance(35)) return []
  const id = (at: number) => idOf('customDocument', gang.firm.company.index * 10 + at)
  const uploaded = dice.chance(70)
  return [
    {
      id: id(0),
      name: 'Site induction',
      description: 'Certificate of the induction, both pages',
      required: true,
      uploadPermissions: { company: true, supplier: true },
      attachment: uploaded ? fileLinkTo('induction-certificate.pdf') : null,
      uploadedBy: uploaded ? agencyUserOf(agency, index).id : null,
      ...(uploaded && { uploadedAt: at(created + 2, 715) }),
      expiry: uploaded ? at(end + 90) : null,
    },
    {
      id: id(1),
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

const fieldsOf = ({ gang }: Placement, dice: Dice) => {
  const id = (at: number) => idOf('customField', gang.firm.company.index * 10 + at)
  return [
    { fieldId: id(0), label: 'Gate', fieldType: 'text', value: dice.pick(['North', 'South', 'Riverside']) },
    { fieldId: id(1), label: 'Briefings attended', fieldType: 'multiSelect', value: ['Fire', 'Lifting'] },
    { fieldId: null, label: 'Locker', fieldType: 'number', value: dice.below(200) },
  ]
}

const metaOf = ({ gang }: Placement) => {
  const id = (at: number) => idOf('metaField', gang.firm.company.index * 10 + at)
  return [
    {
      id: id(0),
      title: 'Meeting point',
      type: 'freeText',
      value: 'Turnstiles, 07:15 on the first day',
      display: ['ui', 'pdf'],
    },
    {
      id: id(1),
      title: 'Package',
      type: 'dynamicField',
      value: { code: 'WP-12', name: 'Superstructure' },
      display: ['ui'],
    },
  ]
}

const miles = (dice: Dice, tenths: number): number => (10 + dice.below(tenths)) / 10

/** Where an agency's markup applies; what an umbrella's employment costs is as usual. */
const overridesOf = ({ table, viaUmbrella }: Placement) => ({
  ...((table.points > 0 || viaUmbrella) && {
    rateOverrides: {
      ...(table.points > 0 && { markup: { active: true, value: table.points } }),
      ...(viaUmbrella && { employerCosts: { active: false, value: 28.6 } }),
    },
  }),
})

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

const cards = ['Skilled Worker', 'Advanced Craft', 'Experienced Worker'].map(name => ({
  name: `CSCS ${name}`,
}))
const requirements = [
  { rule: 'all', items: [{ name: 'Asbestos Awareness' }], groups: [{ items: cards }] },
  { rule: 'any', items: [{ name: 'SSSTS' }, { name: 'SMSTS' }], groups: [] },
]

/** Supervision matters to those an agency or an umbrella employs, status to those with a company of their own. */
const statementsOf = ({ rateType, viaUmbrella, agency }: Placement) => ({
  ...((viaUmbrella || agency.umbrella) && {
    sdc: { status: 'underSupervision', attachment: fileLinkTo('supervision-statement.pdf') },
  }),
  ...(rateType === 'psc' && {
    sds: { status: 'outsideIr35', attachment: fileLinkTo('status-determination.pdf') },
  }),
  ...(rateType === 'paye' && { kid: fileLinkTo('key-information-document.pdf') }),
})

export function extrasOf(placement: Placement, course: Course) {
  const dice = new Dice('extras', placement.index)
  const lodges = placement.gang.firm.company.index === 1 && dice.chance(30)
  return {
    ...(dice.chance(20) && { competencyRequirements: requirements }),
    customDocuments: documentsOf(placement, course, dice),
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
