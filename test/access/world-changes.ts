// Random changes to a random world: one record at a time, of every kind that is shared or hidden, as a source would
// send it again or as the operator decides.
import type { Dice } from './dice.ts'
import type { Any, Line, World } from './worlds.ts'

/** A change to a world: the line to load, already made in the world itself. */
export type Change = { what: string; line: Line }

type Changer = (dice: Dice, world: World) => Line | undefined

const one = (dice: Dice, world: World, type: string): Line | undefined =>
  world.of(type).length > 0 ? dice.pick(world.of(type)) : undefined

/** Changes one record of a type, where there is one. */
const change =
  (type: string, make: (line: Line, dice: Dice, world: World) => void): Changer =>
  (dice, world) => {
    const line = one(dice, world, type)
    if (line) make(line, dice, world)
    return line
  }

const word = (dice: Dice) => `word ${dice.int(1_000_000)}`

/** Everywhere the world repeats a record's name or reference. */
function repeat(world: World, { record }: Line): void {
  const visit = (value: Any): void => {
    if (value === null || typeof value !== 'object') return
    if (value !== record && value.id === record.id) {
      if ('reference' in value && record.reference !== undefined) value.reference = record.reference
      if ('name' in value) value.name = record.name ?? record.reference
    }
    for (const inner of Object.values(value)) visit(inner)
  }
  for (const line of world.lines) for (const part of [line.record, line.facts]) visit(part)
}

const rename = (type: string, property = 'name'): Changer =>
  change(type, (line, dice, world) => {
    line.record[property] = word(dice)
    if (type === 'worker') line.record.lastName = line.record.name
    repeat(world, line)
  })

const response = (line: Line, dice: Dice): Any | undefined =>
  line.record.agencies.length > 0 ? dice.pick(line.record.agencies) : undefined

const changers: Record<string, Changer> = {
  'a site is renamed': rename('site'),
  'a project is renamed': rename('project'),
  'an agency is renamed': rename('agency'),
  'a worker is renamed': rename('worker'),
  'a user is renamed': rename('user'),
  'an invoice gets another reference': rename('invoice', 'reference'),
  'an assignment gets another reference': rename('assignment', 'reference'),
  'a timesheet gets another reference': rename('timesheet', 'reference'),
  'a company gets another e-mail address': change('company', ({ record }, dice) => {
    record.email = `${dice.int(1e6)}@build.example`
  }),
  'a company tracks stages or no longer': change('company', ({ facts }) => {
    facts.stageTracking = { ...facts.stageTracking, enabled: facts.stageTracking?.enabled !== true }
  }),
  'a connection gets another tier': change('connection', ({ record }, dice) => {
    record.tier = dice.int(1e6)
  }),
  'a rate changes': change('rate', ({ record }, dice) => {
    const pay = dice.int(1000)
    record.rates.cis = { pay, emp: 0, margin: 1, charge: pay + 1 }
  }),
  'an order changes': change('purchaseOrder', ({ record }, dice) => {
    record.value = dice.int(1e6)
  }),
  'a worker has another document': change('worker', ({ record, facts }, dice, world) => {
    const id = `doc${dice.int(1e9)}`
    record.attachments.push({
      id,
      type: 'attachment',
      documentType: 'CV',
      expiration: record.updatedAt,
      createdAt: record.createdAt,
      files: [],
    })
    facts.documentOwners.push({ document: id, agency: dice.pick(world.of('agency')).record.id })
  }),
  'a worker is taken on by an agency': change('worker', ({ record }, dice, world) => {
    const { id, name } = dice.pick(world.of('agency')).record
    record.agencies = record.agencies.filter((entry: Any) => entry.id !== id)
    record.agencies.push({ id, name, agencyId: `own-${dice.int(1e9)}`, active: true })
  }),
  'a company knows a worker by an id': change('worker', ({ record }, dice, world) => {
    const company = dice.pick(world.of('company')).record.id
    record.companyIds = record.companyIds.filter((entry: Any) => entry.company !== company)
    record.companyIds.push({ company, id: String(dice.int(1e9)) })
  }),
  'an identity number becomes known': change('worker', ({ facts }, dice) => {
    facts.e164 = `+44770090${1000 + dice.int(8999)}`
  }),
  'an agency responds otherwise': change('requisition', (line, dice) => {
    const found = response(line, dice)
    if (found) found.dateAccepted = `2026-02-${10 + dice.int(18)}T09:00:00.000Z`
  }),
  'an agency submits somebody': change('requisition', (line, dice, world) => {
    const { id, name } = dice.pick(world.of('worker')).record
    response(line, dice)?.submissions.push({
      worker: { id, name },
      submittedAt: null,
      isRejected: false,
      rejectionReason: null,
    })
  }),
  'a requisition is reopened': change('requisition', ({ facts }, dice) => {
    facts.reopenedAt = `2026-02-${10 + dice.int(18)}T09:00:00.000Z`
  }),
  'a company orders its stages otherwise': change('company', ({ facts }, dice) => {
    if (facts.stageTracking) facts.stageTracking.order = dice.some(['submitted', 'interviewed', 'withdrew'])
  }),
  'an answer is amended': change('requisition', ({ record }, dice) => {
    if (record.submissionAnswers.length > 0) dice.pick<Any>(record.submissionAnswers).value = word(dice)
  }),
  'a requisition is set aside, or taken up': change('requisition', ({ facts }) => {
    facts.active = facts.active === false
  }),
  'an answer of an assignment is amended': change('assignment', ({ facts }, dice) => {
    if (facts.answers.length > 0) dice.pick<Any>(facts.answers).value = word(dice)
  }),
  'an assignment goes to another agency': change('assignment', ({ record }, dice, world) => {
    const { id, name } = dice.pick(world.of('agency')).record
    record.agency = { id, name }
  }),
  'a timesheet has other hours': change('timesheet', ({ record }, dice) => {
    record.netHours = dice.int(1e6)
  }),
  'a bill takes another way': change('invoice', ({ record }, dice, world) => {
    record.invoiceType = dice.pick(['supplierToClient', 'supplierToMsp', 'mspToClient'])
    const { id, name } = world.of('company')[0]!.record
    record.msp ??= { id, name }
  }),
  'a credit note has another value': change('creditNote', ({ record }, dice) => {
    record.value = dice.int(1e6)
  }),
  'an expense is described': change('expense', ({ record }, dice) => {
    record.description = word(dice)
  }),
}

export function randomChange(dice: Dice, world: World): Change {
  for (;;) {
    const what = dice.pick(Object.keys(changers))
    const line = changers[what]!(dice, world)
    if (line) return { what, line }
  }
}
