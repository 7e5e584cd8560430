// Random small worlds of load lines: rival companies and agencies, and every record they could share or hide.
import { amounts } from '../support/lines.ts'
import { type Dice, diceOf } from './dice.ts'
import { addRulesOfAll } from './world-rules.ts'

// biome-ignore lint/suspicious/noExplicitAny: records of every kind, looked into freely
export type Any = any
export type Line = { type: string; nanoid: string; record: Any; facts: Any }
export type World = {
  prefix: string
  lines: Line[]
  of(type: string): Line[]
  find(type: string, id: string): Line | undefined
}

const words = ['alpha', 'Alpha', 'Étoile', 'zulu', '100%', 'under_score', 'Beta', "O'Neil", 'éclair', 'Zinc']

/** What the makers of records share: dice, ids, names, moments, and the world so far. */
export type Maker = {
  dice: Dice
  world: World
  add(type: string, record: Any, facts?: Any): Line
  name(kind: string): string
  moment(): string
  stamps(): { createdAt: string; updatedAt: string }
  any(type: string): Any
  ref(type: string): Any
}

export const clean = (record: Any) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))

export const refer = ({ id, name }: Any) => ({ id, name })
const pair = ({ id, reference }: Any) => ({ id, reference })

export function makerOf(dice: Dice, prefix: string, everyones: readonly Line[]): Maker {
  const byType = Map.groupBy(everyones, line => line.type)
  const lines: Line[] = []
  let made = 0
  const of = (type: string) => byType.get(type) ?? []
  const world: World = {
    prefix,
    lines,
    of,
    find: (type, id) => of(type).find(line => line.record.id === id || line.nanoid === id),
  }
  const moment = () => {
    const time = dice.pick(['00:00:00.000', '23:59:59.999', '12:30:15.250', '09:00:00.000'])
    return `2026-0${dice.between(1, 2)}-${String(dice.between(1, 28)).padStart(2, '0')}T${time}Z`
  }
  const any = (type: string) => dice.pick(of(type)).record
  return {
    dice,
    world,
    add(type, record, facts = {}) {
      // Lines may go again, their numbers never.
      const count = made++
      const id = `${prefix}${dice.pick(['a', 'B', 'z', '_', '-'])}${type}${count}`
      const nanoid = `${prefix}n${String(count).padStart(9 - prefix.length, '0')}`
      const line = { type, nanoid, record: clean({ id, ...record }), facts: clean(facts) }
      lines.push(line)
      byType.set(type, [...of(type), line])
      return line
    },
    name: kind => `${dice.pick(words)} ${kind}${dice.chance(0.5) ? ` ${dice.int(20)}` : ''}`,
    moment,
    stamps: () => ({ createdAt: moment(), updatedAt: moment() }),
    any,
    ref: type => refer(any(type)),
  }
}

export function randomWorld(seed: number, prefix: string, everyones: readonly Line[]): World {
  const maker = makerOf(diceOf(seed), prefix, everyones)
  const { world } = maker
  const times = (least: number, most: number, make: (maker: Maker) => void) => {
    for (let left = maker.dice.between(least, most); left > 0; left--) make(maker)
  }
  for (const type of ['region', 'sector', 'activity', 'user']) {
    const more = type === 'user' ? 2 : 0
    times(2, 2 + more, ({ add, name }) => add(type, { name: name(type) }))
  }
  times(2, 4, addCompany)
  times(2, 4, ({ add, name }) => add('agency', { name: name('Labour'), active: true }))
  for (const { record } of world.of('company')) addPlaces(maker, record)
  addConnections(maker)
  addRulesOfAll(maker)
  times(5, 8, addWorker)
  times(4, 8, addRequisition)
  times(5, 9, addAssignment)
  linkAssignments(maker)
  times(7, 12, addTimesheet)
  times(5, 8, m => addInvoice(m, 'invoice'))
  times(3, 6, m => addInvoice(m, 'afp'))
  times(3, 6, addCreditNote)
  times(5, 8, addExpense)
  return world
}

/** Lists that every key reads; one set for all worlds, as they cannot hide them from each other. */
export function everyonesLines(): Line[] {
  const line = (type: string, id: string, record: Any): Line => ({
    type,
    nanoid: `ev${id}`.padEnd(10, '0').slice(0, 10),
    record: { id, ...record },
    facts: {},
  })
  const qualification = (id: string, name: string, more: Any) =>
    line('masterQualification', id, {
      name,
      collection: 'attachment',
      documentNumber: 'optional',
      expiry: 'none',
      minimumFiles: 1,
      agencySpecific: false,
      ...more,
    })
  return [
    line('permission', 'ev-approve', { name: 'Approve', category: 'Requisitions' }),
    line('permission', 'ev-raise', { name: 'Raise', category: 'Requisitions' }),
    line('permission', 'ev-see', { name: 'see', category: 'Timesheets' }),
    line('permission', 'ev-pay', { name: 'Pay 100%', category: 'Invoices' }),
    line('masterTrade', 'mt1', { name: 'zeta fixer' }),
    line('masterTrade', 'mt2', { name: 'Zeta Fixer' }),
    line('masterTrade', 'Mt3', { name: 'Bricklayer' }),
    line('masterTrade', 'mt4', { name: 'élan 100% plasterer' }),
    qualification('mq1', 'Visa', { collection: 'rightToWork' }),
    qualification('mq2', 'card', { smartCheck: 'cscs' }),
    qualification('mq3', 'CV', { agencySpecific: true }),
  ]
}

function addCompany({ dice, world, add, name, moment, stamps }: Maker): void {
  const count = world.of('company').length
  const tracking = dice.pick([
    undefined,
    { enabled: false },
    { enabled: true },
    {
      enabled: true,
      order: dice.some(['submitted', 'custom_tour', 'interviewed', 'cvReviewed', 'withdrew']),
      labels: { cvReviewed: 'Paper check', custom_tour: 'Site tour' },
      excluded: dice.some(['offerMade', 'custom_old']),
      baseStages: dice.pick([{}, { interviewed: 'cvReviewed', offerMade: 'interviewed' }]),
    },
  ])
  add(
    'company',
    {
      name: name('Build'),
      prefix: `${world.prefix.toUpperCase()}C${count}`,
      active: true,
      industry: dice.maybe(0.5, () => 'Rail'),
      config: dice.maybe(0.6, () => ({ note: name('config') })),
      finance: dice.maybe(0.4, () => ({ vat: 'GB1', paymentTerms: { days: 30, term: 'net' } })),
      ...stamps(),
    },
    {
      msp: count === 0 || undefined,
      stageTracking: tracking,
      timesheetCutoff: dice.maybe(0.5, moment),
    },
  )
}

function addPlaces(maker: Maker, company: Any): void {
  const { dice, add, name, moment, stamps, ref } = maker
  const own: Any[] = []
  for (let left = dice.between(1, 3); left > 0; left--) {
    const project = add('project', {
      reference: dice.maybe(0.7, () => `P-${dice.int(50)}`),
      name: name('Project'),
      active: dice.chance(0.7),
      company: refer(company),
      region: dice.maybe(0.6, () => ref('region')),
      sector: dice.maybe(0.6, () => ref('sector')),
      startDate: dice.maybe(0.6, moment),
      endDate: dice.maybe(0.5, moment),
      ...stamps(),
    }).record
    own.push(project)
    for (let sites = dice.between(0, 2); sites > 0; sites--) {
      add('site', {
        name: name('Site'),
        active: dice.chance(0.7),
        project: refer(project),
        company: refer(company),
        email: dice.maybe(0.5, () => 'gate@site.example'),
        address: dice.maybe(0.5, () => ({ line1: name('Road'), city: 'Leeds' })),
        ...stamps(),
      })
    }
  }
  addTrades(maker, company)
  for (let left = dice.between(1, 3); left > 0; left--) addOrder(maker, company, own)
}

function addTrades({ dice, world, add, name, stamps, ref }: Maker, company: Any): void {
  for (let left = dice.between(1, 2); left > 0; left--) {
    add('tag', {
      reference: dice.maybe(0.6, () => `G-${dice.int(9)}`),
      name: name('Tag'),
      description: dice.maybe(0.5, () => name('what')),
      company: company.id,
      mandatory: dice.chance(0.5),
      resourceType: dice.pick(['user', 'trade']),
      ...stamps(),
    })
  }
  const tags = world.of('tag').filter(tag => tag.record.company === company.id)
  for (let left = dice.between(1, 3); left > 0; left--) {
    add('trade', {
      name: name('Trade'),
      description: dice.maybe(0.5, () => name('what')),
      active: dice.chance(0.7),
      company: refer(company),
      masterTrade: dice.maybe(0.7, () => ref('masterTrade')),
      tags: dice.some(tags).map(({ record }) => clean({ ...refer(record), description: record.description })),
      ...stamps(),
    })
  }
}

function addOrder({ dice, world, add, moment, stamps, ref }: Maker, company: Any, projects: Any[]): void {
  const at = (type: string) => world.of(type).filter(line => line.record.company.id === company.id)
  const turn = () => ({ user: ref('user'), date: moment() })
  const sites = at('site')
  add('purchaseOrder', {
    reference: `PO-${dice.int(40)}${dice.pick(['x', 'X', '%'])}`,
    status: dice.pick(['active', 'inactive', 'expired']),
    startDate: dice.maybe(0.8, moment),
    endDate: dice.maybe(0.6, moment),
    value: dice.pick([0, 10, 99.5, 1000, 0.1, 0.2]),
    company: refer(company),
    site: sites.length > 0 ? dice.maybe(0.6, () => refer(dice.pick(sites).record)) : undefined,
    agency: dice.maybe(0.6, () => ref('agency')),
    projects: dice.some(projects).map(refer),
    trades: dice.some(at('trade')).map(({ record }) => refer(record)),
    allTrades: dice.maybe(0.4, () => false),
    tradeOption: dice.maybe(0.3, () => 'selected'),
    reinstated: dice.maybe(0.2, turn),
    revoked: dice.maybe(0.2, turn),
    ...stamps(),
  })
}

function addConnections({ dice, world, add, stamps }: Maker): void {
  for (const { record: company } of world.of('company')) {
    const own = world.of('project').filter(project => project.record.company.id === company.id)
    for (const { record: agency } of world.of('agency')) {
      const both = { company: refer(company), agency: refer(agency) }
      if (dice.chance(0.75)) {
        const restricted = dice.chance(0.35)
        add(
          'connection',
          {
            ...both,
            active: dice.chance(0.75),
            supplierType: dice.maybe(0.7, () => dice.pick(['agency', 'umbrella'])),
            restricted: restricted || dice.maybe(0.5, () => false),
            ...terms(dice, world, company),
            ...stamps(),
          },
          { projects: restricted ? dice.some(own).map(project => project.record.id) : undefined },
        )
      }
      for (const { record: project } of own) {
        if (!dice.chance(0.25)) continue
        add('connection', {
          ...both,
          project: refer(project),
          active: dice.chance(0.8),
          ...terms(dice, world, company),
          ...stamps(),
        })
      }
      addRates(add, dice, stamps, world, company, agency)
    }
  }
}

/** What a connection agrees on: its markup decides rates. */
function terms(dice: Dice, world: World, company: Any): Any {
  const trades = world.of('trade').filter(line => line.record.company.id === company.id)
  return {
    tier: dice.maybe(0.6, () => dice.between(1, 3)),
    email: dice.maybe(0.5, () => dice.pick([null, 'Desk@agency.example'])),
    paymentTerms: dice.maybe(0.3, () => dice.pick([null, { days: 30, term: 'net' }])),
    markupAdjustment: dice.maybe(0.6, () => dice.pick([0, 2.5, -1, 10])),
    tradeMarkupAdjustments: dice.maybe(0.4, () =>
      dice.some(trades).map(({ record }) => ({ trade: refer(record), adjustment: dice.pick([0, 4, -2.5]) })),
    ),
  }
}

type Add = Maker['add']

function addRates(add: Add, dice: Dice, stamps: Maker['stamps'], world: World, company: Any, agency: Any) {
  const at = (type: string) =>
    world
      .of(type)
      .filter(line => line.record.company.id === company.id)
      .map(line => refer(line.record))
  const money = { pay: 20, emp: 0, margin: 2, charge: 22 }
  for (let left = dice.between(0, 2); left > 0; left--) {
    add('rate', {
      region: dice.maybe(0.4, () => refer(dice.pick(world.of('region')).record)),
      sector: dice.maybe(0.4, () => refer(dice.pick(world.of('sector')).record)),
      project: dice.chance(0.5) ? dice.pick(at('project')) : null,
      agency: dice.chance(0.5) ? refer(agency) : null,
      trade: dice.pick(at('trade')),
      company: refer(company),
      rates: { cis: money, paye: null, psc: null },
      dayRates: { cis: null, paye: dice.chance(0.5) ? { ...money, comparablePayRate: 19 } : null, psc: null },
      pieceRates: dice.chance(0.3) ? [pricedPiece] : [],
      ...stamps(),
    })
  }
}

function addWorker({ dice, world, add, name, moment, stamps, ref }: Maker): void {
  const count = world.of('worker').length
  const agencies = world.of('agency')
  const last = name('Lee')
  const document = (type: string, at: number) =>
    documentOf(dice, moment, type, `${world.prefix}d${count}-${type}${at}`)
  const attachments = Array.from({ length: dice.int(4) }, (_, at) => document('attachment', at))
  const rightToWork = Array.from({ length: dice.int(3) }, (_, at) => document('rightToWork', at))
  const all = [...attachments, ...rightToWork]
  add(
    'worker',
    {
      reference: `WK-${world.prefix}${count}`,
      firstName: 'Ada',
      lastName: last,
      name: `Ada ${last}`,
      email: dice.maybe(0.6, () => `Ada.${count}@people.example`),
      phone: dice.maybe(0.5, () => ({ countryCode: '+44', number: '7700900123' })),
      dob: dice.maybe(0.5, () => '1990-05-06T00:00:00.000Z'),
      address: dice.maybe(0.4, () => ({ city: 'Hull', latitude: 53.7 })),
      agencies: dice.some(agencies, 1).map(({ record }) => agencyEntry(dice, record, count)),
      trades: dice.some(world.of('masterTrade')).map(({ record }) => refer(record)),
      companyIds: dice
        .some(world.of('company'))
        .filter(() => dice.chance(0.5))
        .map(({ record }) => ({ company: record.id, id: `at-${record.id}` })),
      attachments,
      rightToWork,
      documentValidations: validationsOf(dice, moment, ref, all),
      ...stamps(),
    },
    {
      nationalIns: dice.maybe(0.5, () => `PZ${String(numberOf(world.prefix, count)).padStart(6, '0')}A`),
      documentOwners: all
        .filter(() => dice.chance(0.4))
        .map(one => ({ document: one.id, agency: dice.pick(agencies).record.id })),
    },
  )
}

/** Nobody else's in any world. */
const numberOf = (prefix: string, count: number) => Number.parseInt(prefix.slice(1), 36) * 20 + count

const agencyEntry = (dice: Dice, agency: Any, count: number): Any =>
  clean({
    ...refer(agency),
    agencyId: dice.maybe(0.7, () => `own-${agency.id}-${count}`),
    active: dice.chance(0.7),
  })

const validationsOf = (dice: Dice, moment: () => string, ref: Maker['ref'], documents: Any[]): Any[] =>
  documents
    .flatMap(one => [one, one])
    .filter(() => dice.chance(0.6))
    .map((one, at) => validationOf(dice, moment, ref, one.id, at))

const documentOf = (dice: Dice, moment: () => string, type: string, id: string): Any =>
  clean({
    id,
    type,
    documentType: dice.pick(['Diploma', 'Visa', 'Card']),
    documentNumber: dice.maybe(0.6, () => `N-${id}`),
    expiration: dice.maybe(0.5, moment),
    createdAt: moment(),
    files: dice.chance(0.5) ? [{ fileName: 'a.pdf', url: `https://files.example/${id}` }] : [],
    systemValidation: dice.maybe(0.4, () => ({ status: 'passed', checkedAt: moment(), reason: null })),
  })

const validationOf = (
  dice: Dice,
  moment: () => string,
  ref: Maker['ref'],
  document: string,
  at: number,
): Any =>
  clean({
    document,
    system: dice.chance(0.4),
    id: `${document}-v${at}`,
    company: ref('company'),
    competency: null,
    user: { id: null, name: 'Checker' },
    validationType: 'manual',
    status: 'valid',
    resolvedAt: dice.maybe(0.5, moment),
    statusHistory: [{ status: 'valid', changedAt: moment() }],
    createdAt: moment(),
    updatedAt: moment(),
  })

/** A random company with a project of its own, and perhaps a site there. */
function somewhere({ dice, world, any }: Maker): Any {
  const project = any('project')
  const sites = world.of('site').filter(site => site.record.project.id === project.id)
  return {
    company: project.company,
    project: refer(project),
    site: sites.length > 0 ? dice.maybe(0.7, () => refer(dice.pick(sites).record)) : undefined,
  }
}

function answersOf({ dice, world, moment, ref }: Maker): Any[] {
  return world
    .of('agency')
    .flatMap(one => [one, one])
    .filter(() => dice.chance(0.4))
    .map(({ record }, at) => {
      const worker = dice.chance(0.5) ? ref('worker') : null
      return {
        fieldId: `f${at}`,
        label: 'Shift',
        fieldType: 'text',
        value: dice.pick(['days', null, ['a', 'b']]),
        answerScope: worker ? 'worker' : 'submission',
        submissionId: `sub-${record.id}`,
        workerIds: worker ? [worker.id] : [],
        agency: refer(record),
        worker,
        displayLocations: dice.some(['requisition', 'assignment', 'timesheet']),
        ...dice.maybe(0.7, () => ({ submittedAt: moment() })),
        ...dice.maybe(0.5, () => ({ submittedBy: ref('user') })),
        updatedAt: null,
        updatedBy: null,
      }
    })
}

function stagesOf({ dice, moment }: Maker, responses: Any[]): Any[] {
  const passed = dice.pick([
    ['submitted', 'cvReviewed'],
    ['submitted', 'cvReviewed', 'custom_tour', 'interviewed', 'offerMade', 'offerAccepted'],
    ['submitted', 'withdrew', 'interviewRequested', 'interviewBooked'],
  ])
  return responses.flatMap(response =>
    response.submissions.map((submission: Any) => ({
      worker: submission.worker,
      agency: refer(response),
      ...(submission.submittedAt && { submittedAt: submission.submittedAt }),
      isRejected: submission.isRejected,
      stage: dice.pick(['cvReviewed', 'submitted', 'custom_tour']),
      history: passed.slice(0, dice.between(1, passed.length)).map(stage => ({
        stage,
        at: dice.chance(0.7) ? moment() : null,
        byUserId: null,
        ...(dice.chance(0.5) && { comments: `of ${response.id}` }),
      })),
    })),
  )
}

/** An agency's answer to a requisition, with the workers it offered. */
const responseOf = ({ dice, name, moment, ref }: Maker, agency: Any): Any => ({
  ...refer(agency),
  offered: dice.int(3),
  assigned: dice.int(2),
  dateReceived: dice.chance(0.8) ? moment() : null,
  dateAccepted: dice.chance(0.6) ? moment() : null,
  submissions: Array.from({ length: dice.int(3) }, () =>
    clean({
      worker: ref('worker'),
      submittedAt: dice.chance(0.8) ? moment() : null,
      isRejected: dice.chance(0.3),
      rejectionReason: dice.chance(0.3) ? name('reason') : null,
      submittedBy: dice.maybe(0.4, () => ref('user')),
    }),
  ),
})

function addRequisition(maker: Maker): void {
  const { dice, world, add, name, moment, stamps, ref } = maker
  const place = somewhere(maker)
  const trades = world.of('trade').filter(trade => trade.record.company.id === place.company.id)
  const agencies = dice.some(world.of('agency')).map(({ record }) => responseOf(maker, record))
  const status = dice.pick(['raised', 'approved', 'approved', 'filled', 'cancelled'])
  add(
    'requisition',
    {
      reference: `${world.prefix.toUpperCase()}R-${dice.int(60)}`,
      status,
      quantity: dice.between(1, 3),
      requestor: dice.maybe(0.5, () => ({ name: name('Boss'), email: 'boss@build.example' })),
      approvalStages: [],
      approvedDate: status === 'raised' ? undefined : dice.maybe(0.8, moment),
      ...place,
      region: dice.maybe(0.4, () => ref('region')),
      trade: dice.maybe(0.7, () => refer(dice.pick(trades).record)),
      activity: dice.maybe(0.3, () => ref('activity')),
      agencies,
      cancellation: dice.maybe(0.5, () => ({ reason: 'over', date: dice.chance(0.5) ? moment() : null })),
      customFields: dice.maybe(0.3, () => [{ fieldId: null, label: 'x', fieldType: 'text', value: null }]),
      startDate: dice.maybe(0.7, moment),
      endDate: dice.maybe(0.7, moment),
      submissionAnswers: answersOf(maker),
      ...stamps(),
    },
    {
      active: dice.maybe(0.5, () => dice.chance(0.6)),
      refusal: status === 'raised' ? dice.maybe(0.5, () => ({ stage: 1 })) : undefined,
      costCodes: dice.some([`${world.prefix}k1`, `${world.prefix}k2`]),
      stages: dice.maybe(0.7, () => stagesOf(maker, agencies)),
      reopenedAt: dice.maybe(0.3, moment),
    },
  )
}

function addAssignment(maker: Maker): void {
  const { dice, world, add, moment, stamps, ref, any } = maker
  const place = somewhere(maker)
  const trades = world.of('trade').filter(trade => trade.record.company.id === place.company.id)
  const requisitions = world.of('requisition').filter(line => line.record.company.id === place.company.id)
  const requisition = () => named(dice.pick(requisitions))
  const worker = any('worker')
  const status = dice.pick(['pending', 'confirmed', 'cancelled', 'completed', 'ended'])
  const turn = () => clean({ reason: 'why', date: moment(), user: dice.maybe(0.5, () => ref('user')) })
  add(
    'assignment',
    {
      reference: `${world.prefix}A-${dice.int(60)}`,
      status,
      payType: dice.pick(['hourly', 'daily']),
      rateType: dice.pick(['cis', 'paye', 'psc']),
      ...place,
      trade: dice.maybe(0.7, () => refer(dice.pick(trades).record)),
      agency: ref('agency'),
      worker: { ...refer(worker), reference: worker.reference },
      requisition: requisitions.length > 0 ? dice.maybe(0.6, requisition) : undefined,
      startDate: dice.maybe(0.8, moment),
      endDate: dice.maybe(0.7, moment),
      completedDate: status === 'completed' ? moment() : undefined,
      confirmationDate: status === 'pending' ? undefined : dice.maybe(0.5, moment),
      rates: dice.maybe(0.5, () => ({ pay: 20, charge: 24 })),
      cancellation: status === 'cancelled' ? turn() : undefined,
      ended: status === 'ended' ? turn() : undefined,
      ...otherAssignments(maker),
      customDocuments: [],
      metaFields: [],
      ...onlySingle(maker),
      submissionAnswers: [],
      ...stamps(),
    },
    { approvedDate: dice.maybe(0.6, moment), answers: answersOf(maker) },
  )
}

const named = ({ record, nanoid }: Line): Any => ({ ...pair(record), nanoid })

/** What only the single record shows. */
const onlySingle = ({ dice, name }: Maker): Any => ({
  workActivity: dice.maybe(0.5, () => name('work')),
  rateOverrides: dice.maybe(0.3, () => ({ markup: { active: true, value: 3 } })),
  workerDistanceToSite: dice.maybe(0.5, () => 4.5),
  workerLodgeDistanceToSite: dice.maybe(0.2, () => 1.5),
})

/** What an assignment says of others: one it was cloned from, one it replaces, those in its history. */
function otherAssignments(maker: Maker): Any {
  const { dice, world, moment, name } = maker
  const before = world.of('assignment')
  if (before.length === 0) return { activities: [] }
  const other = () => dice.pick(before).record
  const told = other()
  return {
    replacement: dice.maybe(0.4, () =>
      clean({
        [dice.pick(['replacedBy', 'replacementFor'])]: pair(other()),
        requisition: dice.maybe(0.4, () => named(dice.pick(world.of('requisition')))),
        reason: name('reason'),
        type: 'temporary',
      }),
    ),
    clone: dice.maybe(0.4, () => ({ date: moment(), original: pair(other()) })),
    activities: dice.chance(0.6)
      ? [
          clean({
            created: moment(),
            activityType: 'moved',
            entity: dice.maybe(0.8, () => ({ id: told.id, name: told.reference })),
            message: 'moved',
          }),
        ]
      : [],
  }
}

/** Assignments that replace each other: the earlier names the later, which names it. */
function linkAssignments({ dice, world }: Maker): void {
  for (const { record } of world.of('assignment')) {
    const other = record.replacement?.replacementFor
    const earlier = other && world.find('assignment', other.id)!.record
    if (!earlier || !dice.chance(0.6)) continue
    earlier.replacement = { replacedBy: pair(record), ...earlier.replacement }
  }
}

function addTimesheet(maker: Maker): void {
  const { dice, world, add, moment, stamps, ref, any } = maker
  const assignment = dice.chance(0.8) ? any('assignment') : undefined
  const place = assignment
    ? { company: assignment.company, project: assignment.project, site: assignment.site }
    : somewhere(maker)
  const { prefix } = world.find('company', place.company.id)!.record
  const status = dice.pick(['pending', 'pending_approval', 'approved', 'cancelled', 'absent'])
  const rateType = () => dice.pick(['Agency PAYE', 'Umbrella PAYE', 'CIS'])
  add('timesheet', {
    reference: `${prefix}-${dice.pick(['T', 't'])}${dice.int(15)}`,
    status,
    worker: assignment ? refer(assignment.worker) : ref('worker'),
    assignment: assignment && pair(assignment),
    ...place,
    agency: assignment && dice.chance(0.9) ? assignment.agency : ref('agency'),
    payType: dice.maybe(0.5, () => 'hourly'),
    rateType: dice.maybe(0.8, rateType),
    start: moment(),
    end: moment(),
    weekEnding: dice.chance(0.7) ? dice.pick(sundays) : moment(),
    version: 1,
    approvedDate: status === 'approved' ? moment() : undefined,
    approvedBy: dice.maybe(0.3, () => ref('user')),
    timesheetApprovers: dice.chance(0.3) ? [ref('user')] : [],
    netHours: dice.pick([0, 20, 28, 28.5, 48, 60.25]),
    values: dice.maybe(0.7, () =>
      clean({
        pay: { wdBasic: 10, bankHoliday: dice.pick(sums), total: dice.pick(sums) },
        charge: dice.chance(0.8) ? { total: dice.pick(sums) } : whole,
        expense: dice.maybe(0.5, () => dice.pick(sums)),
      }),
    ),
    pieceRateEntries: dice.chance(0.3) ? [pieceRate(rateType())] : [],
    timelogs: dice.maybe(0.5, () => [timelog(moment)]),
    versionHistory: dice.maybe(0.4, () => [snapshot(moment)]),
    ...stamps(),
  })
}

/** Such as do not add up in binary. */
const sums = [0, 0.1, 0.2, 0.7, 10, 33.33, 1234.56, 99999.999, -0.3]

/** Few, so that a worker has several timesheets in one week. */
const sundays = ['2026-01-04T00:00:00.000Z', '2026-02-01T00:00:00.000Z', '2026-02-08T09:00:00.000Z']

const whole = { wdBasic: 10, total: 10 }
const weekValues = { pay: whole, charge: whole, expense: 1 }
const snapshot = (moment: () => string): Any => ({
  version: 1,
  snapshotReason: 'amended',
  snapshotAt: moment(),
  netHours: 3,
  expenseValue: 0,
  values: weekValues,
  rates: {},
})

const pricedPiece = {
  id: 'pr1',
  code: 'BR',
  name: 'Bricks',
  unitLabel: 'brick',
  unitLabelPlural: 'bricks',
  frequency: 'weekly',
  values: { cis: { pay: 1.5, emp: 0, margin: 0.25, charge: 1.75 }, paye: null, psc: null },
}

const pieceRate = (rateType: string): Any => ({
  id: 'e1',
  pieceRateId: 'r1',
  code: 'BR',
  name: 'Bricks',
  unitLabel: 'brick',
  unitLabelPlural: 'bricks',
  frequency: 'weekly',
  rateType,
  values: { pay: 1, emp: 0, margin: 0, charge: 1 },
  totals: { units: 2, payValue: 2, empValue: 0, marginValue: 0, chargeValue: 2 },
  lines: [],
})

const timelog = (moment: () => string): Any => {
  const spread = { standard: 8, overtime: 0, total: 8 }
  return {
    id: 'l1',
    status: 'worked',
    date: moment(),
    start: moment(),
    end: moment(),
    breaks: 30,
    hours: spread,
    rates: { pay: 1, emp: 0, margin: 0, charge: 1 },
    values: { pay: spread, emp: spread, margin: spread, charge: spread },
  }
}

function addInvoice({ dice, world, add, name, moment, stamps, ref }: Maker, type: 'invoice' | 'afp'): void {
  const company = ref('company')
  const projects = world.of('project').filter(line => line.record.company.id === company.id)
  const msp = refer(world.of('company')[0]!.record)
  const flow = dice.pick(['supplierToClient', 'supplierToMsp', 'mspToClient'])
  const confirmed = dice.chance(0.5)
  add(type, {
    reference: `${world.prefix}I-${dice.int(40)}`,
    status: confirmed ? 'confirmed' : 'pending',
    company,
    agency: ref('agency'),
    msp: flow === 'supplierToClient' ? dice.maybe(0.2, () => msp) : msp,
    projects: dice.some(projects).map(({ record }) => refer(record)),
    [`${type}Type`]: flow,
    mspInvoiceType: dice.maybe(0.5, () => dice.pick(['receivable', 'payable', null])),
    reason: dice.maybe(0.3, () => name('reason')),
    weekEnding: dice.maybe(0.7, moment),
    due: dice.maybe(0.7, moment),
    confirmedDate: confirmed ? moment() : undefined,
    confirmedBy: confirmed ? dice.maybe(0.6, () => ref('user')) : undefined,
    values: { ...amounts, total: dice.pick(sums), netValue: dice.pick(sums) },
    files: { [type]: null, timesheetSnapshot: null },
    timesheets: dice
      .some(world.of('timesheet').filter(line => line.record.company.id === company.id))
      .map(({ record }) => pair(record)),
    ...stamps(),
  })
}

function addCreditNote({ dice, world, add, name, stamps, ref }: Maker): void {
  const invoice = dice.maybe(0.8, () => dice.pick(world.of('invoice')).record)
  add('creditNote', {
    reference: `CN-${dice.int(30)}`,
    company: invoice?.company ?? ref('company'),
    agency: invoice && dice.chance(0.85) ? invoice.agency : ref('agency'),
    invoice: invoice && pair(invoice),
    value: dice.pick([5, 10.25, 0.1, 0.7]),
    reason: dice.maybe(0.5, () => name('reason')),
    status: 'applied',
    ...stamps(),
  })
}

function addExpense(maker: Maker): void {
  const { dice, world, add, name, moment, stamps, ref, any } = maker
  const timesheet = dice.chance(0.8) ? any('timesheet') : undefined
  const worker = timesheet ? world.find('worker', timesheet.worker.id)!.record : any('worker')
  const { company, project } = timesheet ?? somewhere(maker)
  const bill = (type: string) => {
    const own = world.of(type).filter(({ record }) => record.company.id === company.id || dice.chance(0.1))
    return own.length > 0 ? dice.maybe(0.5, () => pair(dice.pick(own).record)) : undefined
  }
  add('expense', {
    worker: { ...refer(worker), reference: worker.reference },
    timesheet: timesheet && pair(timesheet),
    company,
    project,
    agency: timesheet && dice.chance(0.75) ? timesheet.agency : ref('agency'),
    status: dice.pick(['pending', 'approved', 'rejected']),
    category: dice.pick(['Fuel', 'Mileage', 'On-call', 'Other', 'Out-of-hours callout']),
    description: dice.maybe(0.6, () => name('spent on fuel')),
    date: moment(),
    value: dice.pick([1, 12.5, 100, 0.1, 0.2]),
    hours: dice.maybe(0.3, () => 2),
    receipts: dice.chance(0.3) ? [{ fileName: 'r.pdf', url: 'https://files.example/r' }] : [],
    createdBy: dice.maybe(0.3, () => ref('user')),
    approvalDate: dice.maybe(0.5, moment),
    invoice: bill('invoice'),
    afp: bill('afp'),
    ...stamps(),
  })
}
