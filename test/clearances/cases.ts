// The cases of docs/clearances.md: what each row says is loaded and asked, and why the answer is what it is.
import type { ClearanceRecords } from '../../src/api/clearances/records.ts'
import {
  all,
  any,
  check,
  entry,
  induction,
  midnight,
  onQuay,
  paper,
  passport,
  qualificationsOf,
  residential,
  right,
  shifts,
  skilled,
  student,
  termDates,
  validation,
  verified,
  withGroups,
  world,
} from './records.ts'

/** What is asked for, where it is not one day, and who is expiring within 30 days. */
export type Asking = { on?: string; from?: string; to?: string; days?: number }

export type Case = readonly [why: string, records: ClearanceRecords, asking?: Asking]

const days: Readonly<Record<string, Case>> = {
  'Nothing is missing, and nothing ends before the assignment does': [
    'the right worker, with all that is asked',
    world(),
  ],
  'The day before it starts': ['it does not run yet', world(), { on: '2026-01-04' }],
  'Its first day': ['the first day is in', world(), { on: '2026-01-05' }],
  'Its last day': ['the last day is in', world(), { on: '2026-06-26' }],
  'The day after its last day': ['it does not run any more', world(), { on: '2026-06-27' }],
  'A Sunday': ['every day counts, whatever the shift pattern says', world(), { on: '2026-03-01' }],
  'It has no start': ['it is not known when it runs', world({ assignment: { startDate: undefined } })],
  'It has no end': [
    'it runs on',
    world({ assignment: { endDate: undefined } }),
    { on: '2027-12-31', days: 0 },
  ],
  'It ends late in the evening of the day': [
    'the time of day takes no part',
    world({ assignment: { endDate: '2026-03-02T23:59:59.999Z' } }),
  ],
  'It is pending': ['who is to start has to be cleared before', world({ assignment: { status: 'pending' } })],
  'It is cancelled': ['it is called off', world({ assignment: { status: 'cancelled' } })],
  'It is cancelled from next week on': [
    'called off is called off',
    world({ assignment: { status: 'cancelled', cancellation: { date: midnight('2026-03-09') } } }),
  ],
  'It ended on this day': [
    'the day on which it ended was worked',
    world({ assignment: { status: 'ended', ended: { date: midnight('2026-03-02') } } }),
  ],
  'It ended on the day before': [
    'it was over before its end date',
    world({ assignment: { status: 'ended', ended: { date: '2026-03-01T16:30:00.000Z' } } }),
  ],
  'It ended, and does not say when, but has an end date': [
    'the end date is all that is known',
    world({ assignment: { status: 'ended' } }),
  ],
  'It ended, does not say when, and has no end date': [
    'it is not known when it ran',
    world({ assignment: { status: 'ended', endDate: undefined } }),
  ],
  'It was ended, and goes on': [
    'an end that was taken back is none',
    world({ assignment: { status: 'confirmed', ended: { date: midnight('2026-02-06') } } }),
  ],
  'It was completed on the Friday before': [
    'it is over',
    world({ assignment: { status: 'completed', completedDate: midnight('2026-02-27') } }),
  ],
  'It ends before it starts': [
    'it runs on no day',
    world({ assignment: { endDate: midnight('2026-01-04') } }),
  ],
}

const until = (on: string, given = {}) => world({ papers: [paper('CSCS Skilled Worker', on, given)] })

const ends: Readonly<Record<string, Case>> = {
  'The card is good until this day': [
    'a document is good on its last day, and on no later one',
    until('2026-03-02'),
  ],
  'The card is good until the first day of the assignment, asked about that day': [
    'the same on the day on which it starts',
    until('2026-01-05'),
    { on: '2026-01-05' },
  ],
  'The card was good until the day before': ['its last day is past', until('2026-03-01')],
  'The card is good until 31 March': [
    'it ends 30 days later, which is within 30',
    until('2026-03-31'),
    { days: 30 },
  ],
  'The card is good until 1 April': ['it ends 31 days later', until('2026-04-01')],
  'The same, asked with `days=31`': ['31 is within 31', until('2026-04-01'), { days: 31 }],
  'The card is good until this day, asked with `days=0`': [
    '0 days are none',
    until('2026-03-02'),
    { days: 0 },
  ],
  'The card is good until this day, asked with `days=1`': [
    'it ends tomorrow',
    until('2026-03-02'),
    { days: 1 },
  ],
  'The card is good until the last day of the assignment': [
    'what ends then changes nothing',
    until('2026-06-26'),
    { days: 366 },
  ],
  'The card is good until the day before the last day': [
    'one day is left without it',
    until('2026-06-25'),
    { days: 366 },
  ],
  'The card ends on 15 March, and a second one on 30 April': [
    'one of them is held until 30 April',
    world({
      papers: [
        paper('CSCS Skilled Worker', '2026-03-15', { id: 'k1' }),
        paper('CSCS Skilled Worker', '2026-04-30', { id: 'k2' }),
      ],
    }),
  ],
  'The passport ends on 10 March, and the card on 15 March': [
    'the passport may be past its expiry all the same',
    world({
      proofs: [right('UK passport', '2026-03-10')],
      papers: [paper('CSCS Skilled Worker', '2026-03-15')],
    }),
  ],
  'A visa and a card end on the same day': [
    'both are told',
    world({
      proofs: [right('Visa', '2026-03-15', check())],
      papers: [paper('CSCS Skilled Worker', '2026-03-15')],
    }),
  ],
  'A visa begins on 10 March, and of two cards one ends the day before, the other does not say when': [
    'what is worse then is told, although the state is better',
    world({
      proofs: [right('Visa', '2028-01-31', check({ permissionStart: midnight('2026-03-10') }))],
      papers: [
        paper('CSCS Skilled Worker', '2026-03-09', { id: 'k1' }),
        paper('CSCS Skilled Worker', undefined, { id: 'k2' }),
      ],
    }),
  ],
  'The scheme says the card expires on 15 March, the record says 2027': [
    'the earlier end counts',
    until('2027-12-31', verified('2026-03-15')),
  ],
  'The scheme gives no day as expiry': [
    'a text that is no day says nothing',
    until('2027-12-31', verified('soon')),
  ],
  'The card does not say when it expires': [
    'it has to expire, and the day is not known',
    world({ papers: [paper('CSCS Skilled Worker')] }),
  ],
  'The same, and it is `indefinite`': [
    'it never expires',
    world({ papers: [paper('CSCS Skilled Worker', undefined, { indefinite: true })] }),
  ],
  'The card is `indefinite`, and was good until the day before': [
    'a date counts all the same',
    until('2026-03-01', { indefinite: true }),
  ],
  'A course without expiry, which need not have one': [
    'its qualification says that it may have none',
    world({ asks: [all('Manual Handling')], papers: [paper('Manual Handling')] }),
  ],
  'A document without expiry of a kind that is in no list': [
    'nothing says that it never expires',
    world({ asks: [all('Crane Ticket')], papers: [paper('Crane Ticket')] }),
  ],
  'The card is good until 9999': ['that is never', until('9999-12-31'), { days: 366 }],
}

const from = '2026-03-02'

const ranges: Readonly<Record<string, Case>> = {
  'From 2 to 20 March, and the card ends on 15 March': [
    'the worst day is the first without it',
    until('2026-03-15'),
    { from, to: '2026-03-20' },
  ],
  'From 2 to 15 March, and the card ends on 15 March': [
    'all of these days are expiring: the first',
    until('2026-03-15'),
    { from, to: '2026-03-15' },
  ],
  'From 2 to 15 March with `days=7`, and the card ends on 15 March': [
    'the first day that is within 7 of 16 March',
    until('2026-03-15'),
    { from, to: '2026-03-15', days: 7 },
  ],
  'From 2 to 8 March with `days=7`, and the card ends on 15 March': [
    'none of these is within 7 of 16 March',
    until('2026-03-15'),
    { from, to: '2026-03-08', days: 7 },
  ],
  'From 22 June to 10 July': [
    'only the days on which it runs count',
    world(),
    { from: '2026-06-22', to: '2026-07-10' },
  ],
  'From 1 to 4 January': ['it runs on none of them', world(), { from: '2026-01-01', to: '2026-01-04' }],
  'From 2 to 20 March, and a visa begins on 10 March': [
    'before it begins nobody may work',
    world({ proofs: [right('Visa', '2028-01-31', check({ permissionStart: midnight('2026-03-10') }))] }),
    { from, to: '2026-03-20' },
  ],
  'From 2 to 20 March, unknown until the card ends on 15 March': [
    'what is missing is worse than what is not known',
    world({ proofs: [right('Visa', '2028-01-31')], papers: [paper('CSCS Skilled Worker', '2026-03-15')] }),
    { from, to: '2026-03-20' },
  ],
}

const visa = (until: string | undefined, given: Parameters<typeof check>[0] = {}, more = {}) =>
  world({ proofs: [right('Visa', until, { ...check(given), ...more })] })
const limited = { permissionType: 'timeLimited' } as const
const studies = (given: object, plan: object = {}) =>
  world({ proofs: [student(given)], assignment: { shiftPattern: shifts(5), ...plan } })

const rightToWork: Readonly<Record<string, Case>> = {
  'No document': ['nothing shows the right to work', world({ proofs: [] })],
  'A UK passport that expired in 2024': [
    'it may be past its expiry',
    world({ proofs: [right('UK passport', '2024-05-01')] }),
  ],
  'An Irish passport that expired in 2024': [
    'it may be past its expiry',
    world({ proofs: [right('Irish passport', '2024-05-01')] }),
  ],
  'An Irish passport card that expired in 2024, in no list of qualifications': [
    'so may it, by its name',
    world({ proofs: [right('Irish passport card', '2024-05-01')] }),
  ],
  'A UK passport that expired in 2024, where its qualification says that it may not be past': [
    'what is said goes before the name',
    world({
      proofs: [right('UK passport', '2024-05-01')],
      qualifications: qualificationsOf(['UK passport', { expiry: 'required', mayBePast: false }]),
    }),
  ],
  'A passport of another country, which expired in 2024': [
    'only British and Irish people need no other permission',
    world({ proofs: [right('Polish passport', '2024-05-01')] }),
  ],
  'A UK passport without an expiry': [
    'it may be past it in any case',
    world({ proofs: [right('UK passport')] }),
  ],
  'A UK passport whose check was refused': [
    'the check decides',
    world({ proofs: [right('UK passport', '2030-06-30', check({ status: 'refused' }))] }),
  ],
  'A UK passport among the attachments': [
    'only documents in `rightToWork` count',
    world({ proofs: [], papers: [skilled, paper('UK passport', '2030-06-30')] }),
  ],
  'A birth certificate with NI evidence': [
    'it has no end',
    world({ proofs: [right('Birth certificate with NI evidence')] }),
  ],
  'A frontier worker permit that ends on 15 March': [
    'it ends with its expiry',
    world({ proofs: [right('Frontier worker permit', '2026-03-15')] }),
  ],
  'A frontier worker permit without an expiry': [
    'it has to have one',
    world({ proofs: [right('Frontier worker permit')] }),
  ],
  'A visa with a check that passed, until 2028': ['checked and in force', visa('2028-01-31')],
  'A visa without a check': [
    'what the Home Office says is not known',
    world({ proofs: [right('Visa', '2028-01-31')] }),
  ],
  'A visa without a check that was good until the day before': [
    'that it is past is known',
    world({ proofs: [right('Visa', '2026-03-01')] }),
  ],
  'A visa without a check, in no list of qualifications': [
    'a visa is one by its name',
    world({
      proofs: [right('visa', '2028-01-31')],
      qualifications: new Map(),
      papers: [paper('CSCS Skilled Worker', '2027-12-31')],
    }),
  ],
  'A visa whose check was refused': ['a refusal', visa('2028-01-31', { status: 'refused' })],
  'A visa whose check found nothing': ['as good as a refusal', visa('2028-01-31', { status: 'notFound' })],
  'A visa whose check says expired': [
    'it has run out, whatever its expiry says',
    visa('2028-01-31', { status: 'expired' }),
  ],
  'A visa whose check says expired, and which this company has rejected': [
    'a refusal goes before all else',
    world({
      proofs: [right('Visa', '2028-01-31', check({ status: 'expired' }))],
      validations: [validation('Visa', 'rejected')],
    }),
  ],
  'A visa whose permission ends on 15 March, and its expiry in 2028': [
    'the earlier end counts',
    visa('2028-01-31', { ...limited, permissionExpiry: midnight('2026-03-15') }),
  ],
  'A visa that ends on 15 March, of somebody whose permission is unlimited': [
    'the document ends all the same',
    visa('2026-03-15', { permissionType: 'unlimited' }),
  ],
  'A visa without an end, of a permission without one': [
    'it has no end',
    visa(undefined, { permissionType: 'unlimited' }),
  ],
  'A visa without an expiry, of a permission that is limited and does not say until when': [
    'it ends, and the day is not known',
    visa(undefined, limited),
  ],
  'A visa that begins on 10 March': [
    'not yet',
    visa('2028-01-31', { permissionStart: midnight('2026-03-10') }),
  ],
  'A visa that begins on this day': [
    'its first day is in',
    visa('2028-01-31', { permissionStart: '2026-03-02T09:00:00.000Z' }),
  ],
  'A visa whose check had to be made again by 1 March': [
    'a reminder ends nothing',
    visa('2028-01-31', { followUpDue: midnight('2026-03-01') }),
  ],
  'A visa that was refused, and a newer one that passed': [
    'one good document is enough',
    world({
      proofs: [
        right('Visa', '2028-01-31', { id: 'v1', ...check({ status: 'refused' }) }),
        right('Visa', '2028-01-31', { id: 'v2', ...check() }),
      ],
    }),
  ],
  'A visa without a check, and a UK passport': [
    'one good document is enough',
    world({ proofs: [right('Visa', '2028-01-31'), passport] }),
  ],
}

const students: Readonly<Record<string, Case>> = {
  'A student, 20 hours allowed, 16 planned': [
    'fewer than are allowed',
    studies({}, { shiftPattern: shifts(2) }),
  ],
  'A student, 20 hours allowed, 20 planned': [
    'exactly as many as are allowed',
    studies({}, { shiftPattern: shifts(4, { end: 13, break: 0 }) }),
  ],
  'A student, 20 hours allowed, 20 and a minute planned': [
    'a minute too many',
    studies({}, { shiftPattern: { m: { start: 0, end: 20, active: true, break: -1, night: false } } }),
  ],
  'A student, 20 hours allowed, 40 planned, without term dates': [
    'nothing shows that it is not term',
    studies({}),
  ],
  'The same with a file of term dates': ['it may be right out of term', studies(termDates)],
  'A student, 20 hours allowed, without a shift pattern': [
    'it is not known how many are planned',
    studies({}, { shiftPattern: undefined }),
  ],
  'A student, 20 hours allowed, three nights from 22 to 5 with breaks of 60 minutes': [
    'a night ends on the next day: 18 hours',
    studies({}, { shiftPattern: shifts(3, { start: 22, end: 5, break: 60, night: true }) }),
  ],
  'A student, 20 hours allowed, four such nights': [
    '24 hours',
    studies({}, { shiftPattern: shifts(4, { start: 22, end: 5, break: 60, night: true }) }),
  ],
  'A student with 40 hours planned and term dates, and a UK passport': [
    'one good document is enough',
    world({ proofs: [student(termDates), passport] }),
  ],
  'A student with 40 hours planned whose visa was good until the day before': [
    'that it is past goes before the hours',
    studies({ expiration: midnight('2026-03-01') }),
  ],
}

const asks = (...given: ReturnType<typeof all>[]) => world({ asks: given })
const holding = (requirement: ReturnType<typeof all>, ...types: string[]) =>
  world({ asks: [requirement], papers: types.map(type => paper(type, '2027-12-31')) })
const lifting = withGroups(any('CPCS'), ['NPORS', 'ALLMI'])
const awareness = withGroups(all('Asbestos Awareness'), ['Manual Handling', 'First Aid at Work'])

const requirements: Readonly<Record<string, Case>> = {
  'Nothing is asked of the trade': ['then only the right to work counts', world({ entries: [], papers: [] })],
  'Something is asked of another trade': [
    'it is not this worker’s',
    world({ entries: [entry([all('CPCS')], { trade: { id: 't2', name: 'Slinger' } })] }),
  ],
  'Two entries of the company': [
    'all that is asked counts',
    world({ entries: [entry([all('CSCS Skilled Worker')]), entry([all('CPCS')])] }),
  ],
  '`all` of two, and one is held': ['every item is needed', holding(all('CPCS', 'NPORS'), 'CPCS')],
  '`all` of one and a group of two, and the one and one of the group are held': [
    'one of each group is enough',
    holding(awareness, 'Asbestos Awareness', 'First Aid at Work'),
  ],
  'The same, and only the one': ['one of the group is needed', holding(awareness, 'Asbestos Awareness')],
  'The same, and only one of the group': ['the item is needed', holding(awareness, 'Manual Handling')],
  '`any` of one or a group of two, and the one is held': ['one item is enough', holding(lifting, 'CPCS')],
  'The same, and the group is held in full': [
    'a group in full is enough',
    holding(lifting, 'NPORS', 'ALLMI'),
  ],
  'The same, and half of the group': ['a group counts only in full', holding(lifting, 'NPORS')],
  'The same, and nothing': ['none of the ways is there', holding(lifting)],
  'The group is held in full until 15 March, and then the one': [
    'nothing is missing on any day',
    world({
      asks: [lifting],
      papers: [paper('NPORS', '2026-03-15'), paper('ALLMI', '2027-12-31'), paper('CPCS', '2027-12-31')],
    }),
  ],
  'A group in full, of which one ends on 15 March': [
    'then it is not in full any more',
    world({ asks: [lifting], papers: [paper('NPORS', '2026-03-15'), paper('ALLMI', '2027-12-31')] }),
  ],
  'The rule is `most`': [
    'a rule that is not known is never met',
    holding({ ...all('CPCS'), rule: 'most' }, 'CPCS'),
  ],
  'The rule is `most`, and something else is missing': [
    'what is missing is known',
    world({ asks: [{ ...all('CPCS'), rule: 'most' }, all('Manual Handling')] }),
  ],
  'The rule is `ANY`': ['it is none that is known', holding({ ...any('CPCS'), rule: 'ANY' }, 'CPCS')],
  'A requirement without items and groups': ['nothing is asked for', holding(any())],
  '`all` with a group without items': [
    'such a group asks for nothing',
    holding(withGroups(all('CPCS'), []), 'CPCS'),
  ],
  '`any` of one or of a group without items, and nothing is held': [
    'and it gives nothing',
    holding(withGroups(any('CPCS'), [])),
  ],
  'What is asked for is written `cscs skilled worker `': [
    'names are compared without case and spaces around',
    asks(all('cscs skilled worker ')),
  ],
  'A CSCS Labourer card where a CSCS Skilled Worker’s is asked for': [
    'names are all there is',
    world({ papers: [paper('CSCS Labourer', '2027-12-31')] }),
  ],
  'The card that is asked for was good until the day before, and a refused one until 2027': [
    'of the reasons that apply, expired comes before refused',
    world({
      papers: [
        paper('CSCS Skilled Worker', '2026-03-01', { id: 'k1' }),
        paper('CSCS Skilled Worker', '2027-12-31', {
          id: 'k2',
          verification: { verified: false, occupationQualifications: [] },
        }),
      ],
    }),
  ],
  'A UK passport is asked for by the matrix': ['documents of both lists count', asks(all('UK passport'))],
}

const ofSector = (...given: ReturnType<typeof all>[]) => entry(given, { sector: residential })
const ofProject = (mode: 'additive' | 'replacement', ...given: ReturnType<typeof all>[]) =>
  entry(given, onQuay(mode))
const base = entry([all('CSCS Skilled Worker')])
const otherProject = { project: { id: 'p2', name: 'Mill' } }

const matrix: Readonly<Record<string, Case>> = {
  'The sector asks for CPCS': [
    'the sector’s entry goes in place of the company’s',
    world({ entries: [base, ofSector(all('CPCS'))] }),
  ],
  'Another sector asks for CPCS': [
    'the company’s entry applies',
    world({ entries: [base, entry([all('CPCS')], { sector: { id: 'x2', name: 'Rail' } })] }),
  ],
  'The sector asks for CPCS, and the project has no sector': [
    'the project’s sector decides, not that of the assignment',
    world({
      entries: [base, ofSector(all('CPCS'))],
      project: { id: 'p1' },
      assignment: { sector: residential },
    }),
  ],
  'The sector asks for CPCS, and neither it nor the project’s has an id': [
    'they may be two sectors',
    world({
      entries: [base, entry([all('CPCS')], { sector: { id: null, name: 'Residential' } })],
      project: { id: 'p1', sector: { id: null } },
    }),
  ],
  'The project asks for CPCS, too': [
    'on top of the company’s',
    world({ entries: [base, ofProject('additive', all('CPCS'))] }),
  ],
  'The project asks for CPCS, without a mode': [
    'on top, unless it says otherwise',
    world({ entries: [base, entry([all('CPCS')], { project: { id: 'p1', name: 'Quay' } })] }),
  ],
  'The project asks for CPCS instead': [
    'the company’s does not apply',
    world({ entries: [base, ofProject('replacement', all('CPCS'))], papers: [] }),
  ],
  'The project asks for nothing instead': [
    'then nothing is asked',
    world({ entries: [base, ofProject('replacement')], papers: [] }),
  ],
  'The project asks for CPCS, too, where its sector asks for NPORS': [
    'on top of the sector’s',
    world({ entries: [base, ofSector(all('NPORS')), ofProject('additive', all('CPCS'))] }),
  ],
  'The project has two entries, one of them a replacement': [
    'both of the project’s, and no other',
    world({ entries: [base, ofProject('additive', all('CPCS')), ofProject('replacement', all('NPORS'))] }),
  ],
  'Another project asks for CPCS instead': [
    'it is not this project',
    world({ entries: [base, entry([all('CPCS')], { ...otherProject, mode: 'replacement' })] }),
  ],
  'The assignment has no trade': [
    'it is not known what is asked',
    world({ assignment: { trade: undefined } }),
  ],
  'The assignment has no trade, and the worker no passport': [
    'what is missing is known',
    world({ assignment: { trade: undefined }, proofs: [] }),
  ],
  'The assignment asks for CPCS itself': [
    'on top of the matrix',
    world({ assignment: { competencyRequirements: [all('CPCS')] } }),
  ],
  'The assignment asks for the card itself, and the matrix for nothing': [
    'what it asks for is held',
    world({ entries: [], assignment: { competencyRequirements: [all('CSCS Skilled Worker')] } }),
  ],
}

const custom = (given: Parameters<typeof induction>[0]) =>
  world({ assignment: { customDocuments: [induction(given)] } })

const customDocuments: Readonly<Record<string, Case>> = {
  'A site induction that was uploaded': ['it is there, and has no end', custom({})],
  'A site induction that was not uploaded': ['it is asked for', custom({ attachment: null })],
  'The same, and it is not required': [
    'nobody has to have it',
    custom({ attachment: null, required: false }),
  ],
  'The same, and its requirement is inactive': [
    'it is asked for no longer',
    custom({ attachment: null, inactive: true }),
  ],
  'A site induction that is good until this day': [
    'good on its last day',
    custom({ expiry: midnight('2026-03-02') }),
  ],
  'A site induction that was good until the day before': [
    'its last day is past',
    custom({ expiry: midnight('2026-03-01') }),
  ],
}

const judged = (...validations: ReturnType<typeof validation>[]) => world({ validations })
const cardIs = (status: string, given = {}) => validation('CSCS Skilled Worker', status, given)
const read = (status: string) => ({ systemValidation: { status, reason: null } })
const readCard = (status: string) => paper('CSCS Skilled Worker', '2027-12-31', read(status))
const bySystem = { system: true }
const later = { resolvedAt: '2026-02-10T09:00:00.000Z' }

const validations: Readonly<Record<string, Case>> = {
  'This company has approved the card': ['approved', judged(cardIs('approved'))],
  'This company has rejected the card': ['refused', judged(cardIs('rejected'))],
  'This company has rejected the passport': ['refused', judged(validation('UK passport', 'rejected'))],
  'This company has not decided about the card yet': ['it was not refused', judged(cardIs('pending'))],
  'Another company has rejected the card': [
    'what others decide takes no part',
    judged(cardIs('rejected', { company: { id: 'c2', name: 'Tarn' } })),
  ],
  'The system has rejected the card': [
    'the system’s count for every company',
    judged(cardIs('rejected', bySystem)),
  ],
  'The system has rejected the card for another company': [
    'the system’s count for every company',
    judged(cardIs('rejected', { ...bySystem, company: { id: 'c2', name: 'Tarn' } })),
  ],
  'The system has rejected the card, and this company approved it before': [
    'the company’s own decision goes before the system’s',
    judged(cardIs('approved'), cardIs('rejected', { ...bySystem, ...later })),
  ],
  'This company has approved the card, and rejected it later': [
    'the latest decides',
    judged(cardIs('rejected', later), cardIs('approved')),
  ],
  'This company has rejected the card, and approved it later': [
    'the latest decides',
    judged(cardIs('rejected'), cardIs('approved', later)),
  ],
  'This company has rejected and approved the card at one moment': [
    'the stricter decides',
    judged(cardIs('rejected'), cardIs('approved')),
  ],
  'This company has rejected the card, and looks at it again': [
    'what is open decides nothing: the rejection stands',
    judged(cardIs('rejected'), cardIs('pending', later)),
  ],
  'This company has rejected the card as proof of CPCS': [
    'that is not what it is called',
    judged(cardIs('rejected', { competency: { id: 'q1', name: 'CPCS' } })),
  ],
  'This company has rejected the card as proof of CSCS Skilled Worker': [
    'that is what it is called',
    judged(cardIs('rejected', { competency: { id: 'q2', name: 'CSCS Skilled Worker' } })),
  ],
  'This company has rejected another document': [
    'it is not asked for',
    judged(validation('CPCS', 'rejected')),
  ],
  'This company calls its decision `Escalated`': ['that may be a refusal', judged(cardIs('Escalated'))],
  'This company calls its decision `APPROVED`': ['case takes no part', judged(cardIs('APPROVED'))],
  'The program that read the card failed it': [
    'nobody has decided otherwise',
    world({ papers: [readCard('failed')] }),
  ],
  'The same, and this company has approved it': [
    'somebody has looked at it',
    world({ papers: [readCard('failed')], validations: [cardIs('approved')] }),
  ],
  'The program passed the card, and this company has rejected it': [
    'the company’s own decision goes before the program’s',
    world({ papers: [readCard('passed')], validations: [cardIs('rejected')] }),
  ],
  'The program failed the card, and this company has not decided yet': [
    'what is open decides nothing',
    world({ papers: [readCard('failed')], validations: [cardIs('pending')] }),
  ],
  'The scheme did not confirm the card, and this company has approved it': [
    'the scheme knows its cards',
    world({
      papers: [
        paper('CSCS Skilled Worker', '2027-12-31', {
          verification: { verified: false, occupationQualifications: [] },
        }),
      ],
      validations: [cardIs('approved')],
    }),
  ],
  'The card is rejected, and there is a second one': [
    'one good document is enough',
    world({
      papers: [skilled, paper('CSCS Skilled Worker', '2027-12-31', { id: 'second' })],
      validations: [cardIs('rejected')],
    }),
  ],
}

const smart = (papers: readonly ReturnType<typeof paper>[], asks = [all('CSCS Skilled Worker')]) =>
  world({ asksForSmartChecks: true, papers, asks })
const confirmed = (type: string, until = '2027-12-31') => paper(type, until, verified())

const smartChecks: Readonly<Record<string, Case>> = {
  'The company asks for smart checks, and the card is confirmed': [
    'by its scheme',
    smart([confirmed('CSCS Skilled Worker')]),
  ],
  'The company asks for smart checks, and the card was not checked': [
    'nobody has asked its scheme',
    smart([skilled]),
  ],
  'The company does not ask for smart checks, and the card was not checked': ['a card is enough', world()],
  'The company asks for smart checks, and there is no card': ['neither the card nor its check', smart([])],
  'The company asks for smart checks, and the confirmed card ends on 15 March, a second one in 2027': [
    'then no confirmed one is left',
    smart([
      paper('CSCS Skilled Worker', '2026-03-15', { id: 'k1', ...verified() }),
      paper('CSCS Skilled Worker', '2027-12-31', { id: 'k2' }),
    ]),
  ],
  'The company asks for smart checks, and of Asbestos Awareness, which no scheme knows': [
    'there is nobody to ask',
    smart([paper('Asbestos Awareness', '2027-12-31')], [all('Asbestos Awareness')]),
  ],
  'The company asks for smart checks, any of a card or Asbestos Awareness is asked for, and the latter is held':
    [
      'what no scheme knows counts without',
      smart([paper('Asbestos Awareness', '2027-12-31')], [any('CPCS', 'Asbestos Awareness')]),
    ],
  'The company asks for smart checks, and half of the group is confirmed': [
    'a group counts only in full',
    smart([confirmed('NPORS'), paper('ALLMI', '2027-12-31')], [lifting]),
  ],
}

const agency = { side: 'agency' } as const
const contract = { asks: [all('Agency contract')] }

const sides: Readonly<Record<string, Case>> = {
  'This company has rejected the card, asked by the agency': [
    'an agency sees no validations',
    world({ ...agency, validations: [cardIs('rejected')] }),
  ],
  'The program that read the card failed it, this company has approved it, asked by the agency': [
    'the agency sees what the program found, and not what the company decided',
    world({ ...agency, papers: [readCard('failed')], validations: [cardIs('approved')] }),
  ],
  'An agency contract is asked for, asked by the company': [
    'the company never sees such documents',
    world({ ...contract, papers: [] }),
  ],
  'An agency contract is asked for, the agency has one, asked by the agency': [
    'it sees its own',
    world({ ...agency, ...contract, papers: [paper('Agency contract', '2027-12-31')] }),
  ],
  'An agency contract is asked for, the agency has none, asked by the agency': [
    'it knows that there is none',
    world({ ...agency, ...contract, papers: [] }),
  ],
  'The card belongs to another agency, asked by the agency': [
    'what it does not see takes no part',
    world({ ...agency, papers: [] }),
  ],
  'The worker is not with the agency, asked by the agency': [
    'it sees nothing of the worker',
    world({ ...agency, isSeen: false }),
  ],
  'The same, and a site induction is missing': [
    'that stands in the assignment, which it sees',
    world({ ...agency, isSeen: false, assignment: { customDocuments: [induction({ attachment: null })] } }),
  ],
  'The agency’s connection does not reach the project, asked by the agency': [
    'what the project asks for is not seen',
    world({ ...agency, project: undefined, papers: [] }),
  ],
  'The company asks for smart checks, and the card was not checked, asked by the agency': [
    'both are told',
    world({ ...agency, asksForSmartChecks: true }),
  ],
}

export const cases: Readonly<Record<string, Readonly<Record<string, Case>>>> = {
  'Which days': days,
  'What ends': ends,
  'The worst of several days': ranges,
  'Right to work': rightToWork,
  Students: students,
  Requirements: requirements,
  'The matrix': matrix,
  'Custom documents': customDocuments,
  Validations: validations,
  'Smart checks': smartChecks,
  'Two sides': sides,
}
