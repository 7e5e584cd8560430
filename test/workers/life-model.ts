// What loads, posts, decisions and erasures should leave behind, worked out from the rules alone and in memory.
import { createHash } from 'node:crypto'

// biome-ignore lint/suspicious/noExplicitAny: records are compared whole
type Values = Record<string, any>
type Document = { id: string; files: { url: string }[] } & Values
export type Held = { record: Values; facts: Values }
export type File = { name: string; sha256: string }
export type Line = Values
type Counts = Record<'created' | 'updated' | 'unchanged' | 'older' | 'deleted', number>
export type Told = { counts: Counts; losses: Record<string, number>; kept: number; rejected: number }

export type Attempt = {
  id: string
  agency: string
  body: Values
  state: 'open' | 'linked' | 'created' | 'dismissed'
  files: string[]
  candidates: string[]
  /** Everybody a decision of it was about. */
  decided: Set<string>
  sentAt: number
  decidedAt: number
  undo?: { worker?: string; before?: string; after?: string }
}

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const lists = ['agencies', 'trades', 'companyIds', 'attachments', 'rightToWork']
const collections = ['attachments', 'rightToWork'] as const
const text = (value: unknown) => JSON.stringify(sorted(value))
const clone = <T>(value: T): T => structuredClone(value)

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  )
}

/** What documents are called that are sent. */
export const sentTypes: Readonly<Record<string, string>> = {
  passport: 'UK passport',
  cv: 'CV',
  course: 'Manual Handling',
}

export const documentsOf = ({ record }: Held): Document[] =>
  collections.flatMap(name => (record[name] ?? []) as Document[])
export const filesOf = (held: Held) =>
  documentsOf(held).flatMap(({ files }) => (files ?? []).map(({ url }) => url.slice('file:'.length)))

/** A CV is its agency's own, and has to say whose. */
const saysWhose = (held: Held) =>
  documentsOf(held).every(
    ({ id, documentType }) =>
      documentType !== 'CV' || (held.facts.documentOwners ?? []).some((one: Values) => one.document === id),
  )

/** Numbers of papers that say who somebody is: passports by their name, share codes by their form. */
export function paperNumbers({ record }: Held): string[] {
  const found = (record.rightToWork as Document[]).flatMap(({ documentType, documentNumber = '' }) =>
    /passport/i.test(documentType) || /^[WRS]\w{8}$/.test(documentNumber) ? [documentNumber] : [],
  )
  return [...new Set(found.filter(number => number !== ''))]
}

/** What somebody is found by: the first eight characters of an insurance number, all of any other. */
const keysOf = (insurance: string | undefined, travel: readonly string[]) => [
  ...new Set([...(insurance ? [`ni:${insurance.slice(0, 8)}`] : []), ...travel.map(one => `travel:${one}`)]),
]
export const keysOfHeld = (held: Held) => {
  const { nationalIns, passportNo, otherPassports = [], shareCodes = [] } = held.facts
  const travel = [...(passportNo ? [passportNo] : []), ...otherPassports, ...shareCodes]
  return keysOf(nationalIns, [...travel, ...paperNumbers(held)])
}
const keysOfBody = ({ nationalIns, passportNo, rightToWork = [] }: Values) =>
  keysOf(nationalIns, [
    ...(passportNo ? [passportNo] : []),
    ...rightToWork.map((paper: Values) => paper.documentNumber),
  ])

/** The assignments among deletions that are written together: side by side, and each record once. */
function deletedWith(lines: readonly Line[], at: number): string[] {
  let together: Line[] = []
  for (const [index, line] of lines.entries()) {
    const isNext = line.deleted && !together.some(one => one.type === line.type && one.id === line.id)
    if (!isNext && index > at) break
    together = isNext ? [...together, line] : line.deleted ? [line] : []
  }
  return together.flatMap(({ type, id }) => (type === 'assignment' ? [id] : []))
}

export class Model {
  workers = new Map<string, Held>()
  files = new Map<string, File>()
  assignments = new Map<string, { worker: string; company: string }>()
  attempts: Attempt[] = []
  erased = new Set<string>()
  erasedFiles = new Set<string>()
  private unnamed = new Set<string>()
  private clock = 0

  /** `line` by `line`; files that lost their last name go at the end. */
  load(lines: readonly Line[], allowOlder = false): Told {
    const counts = { created: 0, updated: 0, unchanged: 0, older: 0, deleted: 0 }
    const told: Told = { counts, losses: {}, kept: 0, rejected: 0 }
    for (const [at, line] of lines.entries()) {
      const outcome = this.take(line, allowOlder, told, line.deleted ? deletedWith(lines, at) : [])
      if (outcome === 'rejected') told.rejected++
      else counts[outcome]++
    }
    this.removeUnnamed()
    return told
  }

  private take(
    line: Line,
    allowOlder: boolean,
    told: Told,
    going: readonly string[],
  ): keyof Counts | 'rejected' {
    if (line.type === 'file') return this.takeFile(line)
    if (line.type === 'assignment') return this.takeAssignment(line)
    if (line.deleted) return this.deleteWorker(line.id, going)
    const { id } = line.record
    const before = this.workers.get(id)
    if (this.erased.has(id)) {
      // What came with somebody who was erased goes with them.
      for (const file of filesOf(line as never)) this.unnamed.add(file)
      return 'rejected'
    }
    if (line.patch && !before) return 'rejected'
    const after = line.patch ? patched(before!, line) : whole(before, line)
    if (filesOf(after).some(file => !this.files.has(file))) return 'rejected'
    const kept = before ? keptAgencies(before, line).length + keptOwners(after, line) : 0
    if (before && text(before) === text(after)) {
      told.kept += kept
      return 'unchanged'
    }
    if (before && !allowOlder && after.record.updatedAt < before.record.updatedAt) return 'older'
    if (!saysWhose(after)) return 'rejected'
    told.kept += kept
    if (before) countLosses(told.losses, before, after)
    this.write(id, after)
    return before ? 'updated' : 'created'
  }

  private takeFile({ id, fileName, base64 }: Line): keyof Counts | 'rejected' {
    const before = this.files.get(id)
    if (!before && this.erasedFiles.has(id)) return 'rejected'
    const after = { name: fileName, sha256: sha256(Buffer.from(base64, 'base64')) }
    if (before && text(before) === text(after)) return 'unchanged'
    this.files.set(id, after)
    return before ? 'updated' : 'created'
  }

  private takeAssignment(line: Line): keyof Counts | 'rejected' {
    if (line.deleted) return this.assignments.delete(line.id) ? 'deleted' : 'unchanged'
    const { id, worker, company } = line.record
    const before = this.assignments.get(id)
    if (!this.workers.has(worker.id)) return 'rejected'
    const after = { worker: worker.id, company: company.id }
    this.assignments.set(id, after)
    return !before ? 'created' : text(before) === text(after) ? 'unchanged' : 'updated'
  }

  /** `going` are the assignments that are deleted together with it. */
  private deleteWorker(id: string, going: readonly string[]): keyof Counts | 'rejected' {
    if (!this.workers.has(id)) return 'unchanged'
    if (this.isAssigned(id, going)) return 'rejected'
    this.write(id, undefined)
    return 'deleted'
  }

  private isAssigned = (id: string, going: readonly string[] = []) =>
    [...this.assignments].some(([assignment, { worker }]) => worker === id && !going.includes(assignment))

  private write(id: string, after: Held | undefined): void {
    const before = this.workers.get(id)
    const still = after ? filesOf(after) : []
    for (const file of before ? filesOf(before) : []) if (!still.includes(file)) this.unnamed.add(file)
    if (after) this.workers.set(id, after)
    else this.workers.delete(id)
  }

  private removeUnnamed(): void {
    const named = new Set([...this.workers.values()].flatMap(filesOf))
    const waiting = new Set(this.attempts.flatMap(({ files }) => files))
    for (const file of this.unnamed) if (!named.has(file) && !waiting.has(file)) this.files.delete(file)
    this.unnamed = new Set([...this.unnamed].filter(file => waiting.has(file)))
  }

  /** Those who have one of these numbers, or the name and date of birth. */
  like(body: Values): string[] {
    const keys = keysOfBody(body)
    return [...this.workers].flatMap(([id, held]) => {
      if (held.facts.erased) return []
      const isNamesake = held.record.name === `${body.firstName} ${body.lastName}`
      return isNamesake || keysOfHeld(held).some(key => keys.includes(key)) ? [id] : []
    })
  }

  isInUse = (agency: string, agencyId: string) =>
    [...this.workers.values()].some(({ record }) =>
      record.agencies.some((tie: Values) => tie.id === agency && tie.agencyId === agencyId),
    )

  /** What a post is answered. */
  answerTo(agency: string, body: Values): 'created' | 'WORKER_MATCH_REQUIRES_REVIEW' | 'WORKER_CONFLICT' {
    if (this.like(body).length > 0) return 'WORKER_MATCH_REQUIRES_REVIEW'
    return this.isInUse(agency, body.agencyId) ? 'WORKER_CONFLICT' : 'created'
  }

  waiting = (agency: string, body: Values) =>
    this.attempts.find(one => one.state === 'open' && one.agency === agency && text(one.body) === text(body))

  /** The same sent again waits once. */
  keep(agency: string, body: Values, id: string, files: readonly [string, File][]): void {
    const again = this.waiting(agency, body)
    if (again) {
      again.sentAt = ++this.clock
      return
    }
    for (const [file, about] of files) this.files.set(file, about)
    this.attempts.push({
      id,
      agency,
      body,
      state: 'open',
      files: files.map(([file]) => file),
      candidates: this.like(body),
      decided: new Set(),
      sentAt: ++this.clock,
      decidedAt: 0,
    })
  }

  create(id: string, held: Held, files: readonly [string, File][]): void {
    for (const [file, about] of files) this.files.set(file, about)
    this.write(id, held)
  }

  /** Undefined where it is done; `create` is for `different`, and is asked who was made. */
  decide(attempt: Attempt, what: string, worker: string): string | undefined {
    if (attempt.state !== 'open') return 'WORKER_CONFLICT'
    if (what === 'dismiss') return this.settle(attempt, 'dismissed', {})
    const seen = attempt.candidates
    attempt.candidates = this.like(attempt.body)
    const { agency, body } = attempt
    if (what === 'different') {
      if (attempt.candidates.some(one => !seen.includes(one))) return 'WORKER_CONFLICT'
      return this.isInUse(agency, body.agencyId) ? 'WORKER_CONFLICT' : undefined
    }
    if (!attempt.candidates.includes(worker)) return 'NOT_FOUND'
    const held = this.workers.get(worker)!
    const tie = held.record.agencies.find((one: Values) => one.id === agency)
    if (tie?.agencyId !== body.agencyId && this.isInUse(agency, body.agencyId)) return 'WORKER_CONFLICT'
    return undefined
  }

  /** Which of the documents that came with an attempt the worker lacks: by qualification and number, or by content. */
  lacking({ agency, body, files }: Attempt, worker: string): number[] {
    const held = this.workers.get(worker)!
    const owners = new Map((held.facts.documentOwners ?? []).map((one: Values) => [one.document, one.agency]))
    const sent: Values[] = [...body.attachments, ...(body.rightToWork ?? [])]
    return sent.flatMap(({ documentId, documentNumber, expiration }, at) => {
      const [called, owner] = documentId === 'cv' ? ['CV', agency] : [sentTypes[documentId], undefined]
      const has = documentsOf(held).some(one => {
        if (one.documentType !== called || owners.get(one.id) !== owner) return false
        if (documentNumber)
          return (
            one.documentNumber === documentNumber && (one.expiration?.slice(0, 10) ?? '9999') >= expiration
          )
        const contents = one.files.map(({ url }) => this.files.get(url.slice('file:'.length))?.sha256)
        return one.documentNumber === undefined && contents.includes(this.files.get(files[at]!)?.sha256)
      })
      return has ? [] : [at]
    })
  }

  /** `joining` is the worker that would be made of what was sent, with the documents that join alone. */
  linked(attempt: Attempt, worker: string, joining: Held): void {
    const { agency, body } = attempt
    const held = this.workers.get(worker)!
    const after = clone(held)
    const own = { id: agency, agencyId: body.agencyId, active: true }
    const at = after.record.agencies.findIndex((one: Values) => one.id === agency)
    if (at === -1) after.record.agencies.push(own)
    else after.record.agencies[at] = own
    for (const name of collections) after.record[name].push(...joining.record[name])
    const owners = [...(joining.facts.documentOwners ?? []), ...(held.facts.documentOwners ?? [])]
    if (owners.length > 0) after.facts.documentOwners = owners
    after.facts.linkedAgencies = [...new Set([...(held.facts.linkedAgencies ?? []), agency])]
    this.write(worker, after)
    this.settle(attempt, 'linked', { worker, before: JSON.stringify(held), after: text(after) })
  }

  created(attempt: Attempt, id: string, held: Held): void {
    this.write(id, held)
    this.settle(attempt, 'created', { worker: id, after: text(held) })
  }

  private settle(attempt: Attempt, state: Attempt['state'], undo: NonNullable<Attempt['undo']>): undefined {
    attempt.state = state
    attempt.undo = undo
    attempt.decidedAt = ++this.clock
    if (undo.worker) attempt.decided.add(undo.worker)
  }

  undo(attempt: Attempt): string | undefined {
    const { undo, state, agency, body } = attempt
    const refused = 'WORKER_CONFLICT'
    if (state === 'open' || !undo || this.waiting(agency, body)) return refused
    const { worker = '', before, after } = undo
    if (state !== 'dismissed') {
      const held = this.workers.get(worker)
      if (!held || text(held) !== after) return refused
      if (state === 'linked' && !this.unlink(attempt, held, JSON.parse(before!))) return refused
      if (state === 'created') {
        const came = this.attempts.some(
          one => one.candidates.includes(worker) && one.sentAt > attempt.decidedAt,
        )
        if (came || this.isAssigned(worker)) return refused
        for (const one of this.attempts) one.candidates = one.candidates.filter(id => id !== worker)
        this.workers.delete(worker)
      }
    }
    attempt.state = 'open'
    attempt.decidedAt = ++this.clock
    delete attempt.undo
    return undefined
  }

  private unlink({ agency }: Attempt, is: Held, was: Held): boolean {
    const idIn = ({ record }: Held) => record.agencies.find((one: Values) => one.id === agency)?.agencyId
    const old = idIn(was)
    if (old !== undefined && old !== idIn(is) && this.isInUse(agency, old)) return false
    this.workers.set(was.record.id, was)
    return true
  }

  /** What was decided can no longer be undone, and what was sent is forgotten. */
  later(): void {
    const named = new Set([...this.workers.values()].flatMap(filesOf))
    for (const attempt of this.attempts) {
      if (attempt.state === 'open' || !attempt.undo) continue
      for (const file of attempt.files) if (!named.has(file)) this.files.delete(file)
      attempt.files = []
      delete attempt.undo
    }
  }

  /** `at` is when, for what is left. */
  erase(id: string, at: string): string {
    const held = this.workers.get(id)
    if (!held && !this.erased.has(id)) return 'NOT_FOUND'
    const about = (one: Attempt) =>
      one.candidates.includes(id) ||
      one.decided.has(id) ||
      (one.state === 'open' && this.like(one.body).includes(id))
    const gone = this.attempts.filter(about)
    for (const { files } of gone) for (const file of files) this.unnamed.add(file)
    this.attempts = this.attempts.filter(one => !gone.includes(one))
    const outcome = !held || held.facts.erased ? 'erased before' : this.isAssigned(id) ? 'emptied' : 'deleted'
    if (held && (outcome !== 'erased before' || !this.isAssigned(id))) {
      for (const file of filesOf(held)) this.erasedFiles.add(file)
      this.write(id, outcome === 'emptied' ? emptied(held, at) : undefined)
      this.erased.add(id)
    }
    this.removeUnnamed()
    // What others name, too, was not erased.
    for (const file of this.erasedFiles) if (this.files.has(file)) this.erasedFiles.delete(file)
    return outcome
  }

  /** Workers that an owner sees: an agency its own, a company those who work for it or whom it has an id for. */
  seenBy(owner: string): string[] {
    const [kind, id] = owner.split(':')
    return [...this.workers].flatMap(([worker, { record }]) => {
      if (kind === 'a') return record.agencies.some((tie: Values) => tie.id === id) ? [worker] : []
      const works = [...this.assignments.values()].some(one => one.worker === worker && one.company === id)
      return works || record.companyIds.some((one: Values) => one.company === id) ? [worker] : []
    })
  }
}

/** Nothing but what accounts need. */
const emptied = ({ record }: Held, updatedAt: string): Held => ({
  record: {
    ...Object.fromEntries(lists.map(name => [name, []])),
    id: record.id,
    reference: record.reference,
    firstName: 'Erased',
    lastName: 'worker',
    name: 'Erased worker',
    agencies: record.agencies.map(({ id }: Values) => ({ id, active: false })),
    createdAt: record.createdAt,
    updatedAt,
  },
  facts: { erased: true },
})

function given(into: Values, values: Values, isList: (name: string) => boolean): void {
  for (const [name, value] of Object.entries(values)) {
    if (value !== null) into[name] = clone(value)
    else if (isList(name)) into[name] = []
    else delete into[name]
  }
}

const isList = (name: string) => lists.includes(name)

function factsOf(before: Held | undefined, { record, facts = {} }: Line): Values {
  const after = clone(before?.facts ?? {})
  const { documentOwners, ...others } = facts
  given(after, others, () => false)
  if (documentOwners) {
    const named = documentOwners.map((one: Values) => one.document)
    const kept = (after.documentOwners ?? []).filter((one: Values) => !named.includes(one.document))
    after.documentOwners = [...clone(documentOwners), ...kept]
  }
  // A telephone that is named is read anew.
  if ('phone' in record && !('e164' in facts)) delete after.e164
  return after
}

/** Agencies that a decision assigned and that a line leaves out, or makes inactive. */
function keptAgencies({ record: { agencies }, facts }: Held, line: Line): Values[] {
  const given = line.record.agencies
  if (!given || line.facts?.linkedAgencies === null) return []
  const linked: string[] = facts.linkedAgencies ?? []
  return agencies.filter((one: Values) => {
    const tie = given.find((each: Values) => each.id === one.id)
    return linked.includes(one.id) && (!tie || (one.active && !tie.active))
  })
}

/** Whether a line clears whose documents are whose, which stays for those that are still there. */
function keptOwners({ record, facts }: Held, line: Line): number {
  if (line.facts?.documentOwners !== null) return 0
  const held = [...record.attachments, ...record.rightToWork].map((one: Values) => one.id)
  return (facts.documentOwners ?? []).some((one: Values) => held.includes(one.document)) ? 1 : 0
}

/** Of an agency its identifier stays where it is not named, of a document its scans while it is the same one. */
function items(before: Held | undefined, line: Line, record: Values): void {
  if (line.record.agencies) {
    const kept = before ? keptAgencies(before, line) : []
    const others = record.agencies.filter((tie: Values) => !kept.some(one => one.id === tie.id))
    record.agencies = others.map((tie: Values) => {
      const old = before?.record.agencies.find((one: Values) => one.id === tie.id)?.agencyId
      const agencyId = 'agencyId' in tie ? tie.agencyId : old
      const { agencyId: _, ...rest } = tie
      return { ...rest, ...(agencyId != null && { agencyId }) }
    })
    record.agencies.push(...clone(kept))
  }
  for (const name of collections)
    if (line.record[name])
      record[name] = record[name].map((one: Document) => {
        const old = before && documentsOf(before).find(({ id }) => id === one.id)
        const isSame = old?.documentType === one.documentType && old?.documentNumber === one.documentNumber
        return { ...one, files: ('files' in one ? one.files : isSame && clone(old!.files)) || [] }
      })
}

function settled(held: Held): Held {
  const has = (id: string) => held.record.agencies.some((one: Values) => one.id === id)
  const left = (held.facts.linkedAgencies ?? []).filter(has)
  if (left.length > 0) held.facts.linkedAgencies = left
  else delete held.facts.linkedAgencies
  return held
}

function patched(before: Held, line: Line): Held {
  const record = clone(before.record)
  given(record, line.record, isList)
  items(before, line, record)
  return settled({ record, facts: factsOf(before, line) })
}

function whole(before: Held | undefined, line: Line): Held {
  const record: Values = { ...Object.fromEntries(lists.map(name => [name, []])), ...clone(before?.record) }
  given(record, line.record, isList)
  items(before, line, record)
  const named = collections.flatMap(name => (line.record[name] ?? []).map((one: Document) => one.id))
  for (const name of collections) {
    if (line.record[name] === null) continue
    const others = (before?.record[name] ?? []).filter((one: Document) => !named.includes(one.id))
    record[name] = [...(line.record[name] ? record[name] : []), ...clone(others)]
  }
  return settled({ record, facts: factsOf(before, line) })
}

function countLosses(losses: Told['losses'], before: Held, after: Held): void {
  const lost = (what: string, was: string[], is: string[]) => {
    const gone = was.filter(one => !is.includes(one)).length
    if (gone > 0) losses[what] = (losses[what] ?? 0) + gone
  }
  const ids = (values: Values[]) => values.map(({ id }) => id)
  lost('identity numbers', keysOfHeld(before), keysOfHeld(after))
  lost('documents', ids(documentsOf(before)), ids(documentsOf(after)))
  lost('agencies', ids(before.record.agencies), ids(after.record.agencies))
  const still = ids(documentsOf(after))
  const scans = (held: Held) =>
    documentsOf(held).flatMap(({ id, files }) =>
      still.includes(id) ? files.map(({ url }) => `${id} ${url}`) : [],
    )
  lost('files of documents', scans(before), scans(after))
  const identified = (held: Held) =>
    ids(held.record.agencies.filter((one: Values) => one.agencyId !== undefined))
  const gone = ids(before.record.agencies).filter(id => !ids(after.record.agencies).includes(id))
  lost('identifiers of agencies', identified(before), [...identified(after), ...gone])
}
