// Turns random steps into load lines and bodies, and a body into what is to be stored of it.
import { createHash } from 'node:crypto'
import { pdfSaying } from '../../demo/files.ts'
import { assignment } from '../support/lines.ts'
import { type Body, dataUrl, newcomer } from '../support/newcomer.ts'
import type { Json } from '../support/server.ts'
import { type Held, type Line, type Model, sentTypes, sha256 } from './life-model.ts'
import type { Of, WorkerLine } from './life-steps.ts'

/** Workers that lines are about; those that were posted follow. */
const loaded = 4
const agencies = ['a1', 'a2']
const insurances = ['AB100001C', 'AB100002C', 'CE100003A', 'CE100003B', 'HJ100004D']
const passports = ['900000001', '900000002', 'P7000003']
const shareCodes = ['W00000001', 'W00000002']
/** Of one day, an earlier and two that are later than any post. */
const days = ['2026-03-02', '2026-03-01', '2031-01-01', '2031-01-02'].map(day => `${day}T09:00:00.000Z`)

export const oneOf = <T>(values: readonly T[], index: number): T => values[index % values.length]!

/** Names that are like no other's. */
function nameOf(seed: string): string {
  const bytes = createHash('sha256').update(seed).digest()
  return [...bytes.subarray(0, 10)]
    .map((byte, at) => (at % 2 ? 'aeiou' : 'bcdfghjklmnprstvwz')[byte % (at % 2 ? 5 : 18)])
    .join('')
}

const unique = <T>(values: readonly T[], by: (value: T) => unknown) =>
  values.filter((one, at) => values.findIndex(other => by(other) === by(one)) === at)

const phoneDigits = (id: string) =>
  String(Number.parseInt(sha256(Buffer.from(id)).slice(0, 8), 16) % 10_000_000).padStart(7, '0')

type List = 'attachments' | 'rightToWork'

export class LifeLines {
  readonly prefix: string
  private readonly model: Model
  /** Loaded ones first, then those that were created, in that order. */
  readonly ids: string[]

  constructor(prefix: string, model: Model) {
    this.prefix = prefix
    this.model = model
    this.ids = Array.from({ length: loaded }, (_, number) => `${prefix}-w${number}`)
  }

  idOf = (worker: number) => oneOf(this.ids, worker)

  fileLine = (file: number, content: number) => this.fileLineOf(`${this.prefix}-f${file}`, content)

  fileLineOf(id: string, content: number): Line {
    const base64 = pdfSaying(`content ${content}`).toString('base64')
    return { type: 'file', id, fileName: 'scan.pdf', contentType: 'application/pdf', base64 }
  }

  documentOf(id: string, list: List, of: Json) {
    const held = this.model.workers.get(id)
    // The third is one that is there already, however it came; the fourth may be in either list.
    const there = of.which === 3 ? held?.record[list][0]?.id : undefined
    const own = of.which === 2 ? `${id}-both` : `${id}-${list}${of.which}`
    const attached = ['CSCS', 'UK passport', 'CV', 'Course']
    const proofs = ['UK passport', 'Irish passport', 'Visa', 'Birth certificate']
    const documentType = oneOf(list === 'attachments' ? attached : proofs, of.what)
    const numbers = documentType === 'Visa' ? shareCodes : passports
    return {
      id: there ?? own,
      type: list === 'attachments' ? 'attachment' : 'rightToWork',
      documentType,
      ...(of.number < 3 && { documentNumber: oneOf(numbers, of.number) }),
      createdAt: days[0],
      ...(of.file < 7 && {
        files: of.file < 6 ? [{ fileName: 'scan.pdf', url: `file:${this.prefix}-f${of.file}` }] : [],
      }),
      ...(of.file === 8 && { files: null }),
    }
  }

  documentsOf(id: string, list: List, given: Json[] | null | undefined, isPatch: boolean) {
    if (!given) return given
    // A patch replaces one list, so what may be in either would be in both.
    const wanted = isPatch ? given.filter(one => one.which !== 2) : given
    const made = wanted.map(one => this.documentOf(id, list, one))
    return unique(made, one => one.id)
  }

  lineOf(of: WorkerLine): Line {
    const linked = [...this.model.workers].flatMap(([one, { facts }]) => (facts.linkedAgencies ? [one] : []))
    const id = of.linked && linked.length > 0 ? oneOf(linked, of.worker) : this.idOf(of.worker)
    if (of.how === 'delete') return { type: 'worker', id, deleted: true }
    const isPatch = of.how === 'patch'
    const as = <T, R>(value: T | null | undefined, make: (value: T) => R) =>
      value === undefined || value === null ? value : make(value)
    const [firstName, lastName] = [nameOf(`${id} first`), nameOf(`${id} last`)]
    const held = this.model.workers.get(id)?.record
    const whole = {
      reference: held?.reference ?? `REF-${id}`,
      firstName: held?.firstName ?? firstName,
      lastName: held?.lastName ?? lastName,
      name: held?.name ?? `${firstName} ${lastName}`,
      createdAt: held?.createdAt ?? days[0],
    }
    const attachments = this.documentsOf(id, 'attachments', of.attachments, isPatch)
    const both = new Set(attachments?.map(one => one.id))
    const rightToWork = this.documentsOf(id, 'rightToWork', of.rightToWork, isPatch)
    const documents = [...(held?.attachments ?? []), ...(held?.rightToWork ?? [])]
    const given = {
      ...(!isPatch && whole),
      email: as(of.email, n => `${id}.${n}@mail.example`),
      phone: as(of.phone, n => ({ countryCode: '+44', number: `77${phoneDigits(id)}${n}` })),
      gender: of.gender,
      address: as(of.city, city => ({ lineOne: `1 ${id}`, city })),
      agencies: as(of.agencies, ties =>
        unique(ties, tie => tie.agency).map(tie => ({
          id: agencies[tie.agency],
          ...(tie.id < 5 && { agencyId: `ID-${tie.id}` }),
          ...(tie.id === 6 && { agencyId: null }),
          active: tie.active,
        })),
      ),
      trades: as(of.trades, trades => unique(trades, one => one).map(one => ({ id: one }))),
      companyIds: as(of.companyIds, ids =>
        unique(ids, one => one.company).map(({ company, id: badge }) => ({ company, id: `B${badge}` })),
      ),
      attachments,
      rightToWork: rightToWork?.filter(one => !both.has(one.id)) ?? rightToWork,
      ...((!isPatch || of.isDated) && { updatedAt: days[of.day] }),
    }
    const facts = {
      nationalIns: as(of.nationalIns, n => insurances[n]),
      passportNo: as(of.passportNo, n => passports[n]),
      otherPassports: as(of.otherPassports, n => [passports[n]]),
      shareCodes: as(of.shareCodes, n => [shareCodes[n]]),
      linkedAgencies: of.unlinks ? null : undefined,
      documentOwners: as(of.owner, ({ document, agency }) => [
        {
          document: oneOf([...documents.map(one => one.id), `${id}-attachments0`], document),
          agency: agencies[agency],
        },
      ]),
    }
    const named = (values: object) =>
      Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
    return {
      type: 'worker',
      record: { id, ...named(given) },
      facts: named(facts),
      ...(isPatch && { patch: true }),
    }
  }

  linesOf({ lines }: Of<'load'>): Line[] {
    const made = lines.map((line): Line => {
      if (line.kind === 'worker') return this.lineOf(line)
      if (line.kind === 'file') return this.fileLine(line.file, line.content)
      const { company, deleted } = line
      const worker = this.idOf(line.worker)
      const id = `${this.prefix}-as-${worker}`
      if (deleted) return { type: 'assignment', id, deleted: true }
      return assignment(id, { company, project: company === 'c1' ? 'p1' : 'p2', agency: 'a1', worker })
    })
    // Files first and assignments last: then the order within a load says nothing more.
    const place = ({ type: called }: Line) => ['file', 'worker', 'assignment'].indexOf(called)
    return made.toSorted((one, other) => place(one) - place(other))
  }

  newPost(of: Of<'post'>, number: number): { agency: string; body: Body } {
    const who = `${this.prefix} ${number}`
    const file = (saying: string) => ({
      fileName: `${saying}.pdf`,
      content: dataUrl(pdfSaying(`${saying} ${who}`)),
    })
    const passport = {
      documentId: 'passport',
      documentNumber: oneOf(passports, of.passport ?? 0),
      expiration: '2040-01-01',
      files: [file('passport')],
    }
    const body = newcomer(number, {
      firstName: nameOf(`${who} first`),
      lastName: nameOf(`${who} last`),
      nationalIns: insurances[of.nationalIns],
      ...(of.passportNo !== undefined && { passportNo: passports[of.passportNo] }),
      attachments: [
        ...(of.course ? [{ documentId: 'course', files: [file('course')] }] : []),
        ...(of.cv ? [{ documentId: 'cv', files: [file('cv')] }] : []),
      ],
      ...(of.passport !== undefined && { rightToWork: [passport] }),
      agencyId: `ID-${of.agencyId}`,
    })
    return { agency: agencies[of.agency]!, body }
  }
}

type Made = { id: string; reference: string; createdAt: string; documents: string[]; files: string[] }

/** What is to be stored of a post, under the ids that were made for it. */
export function heldOfPost(agency: string, body: Json, { id, reference, createdAt, ...made }: Made): Held {
  const sent = [...body.attachments, ...(body.rightToWork ?? [])]
  const documents = sent.map((paper, at) => ({
    id: made.documents[at]!,
    type: paper.documentId === 'passport' ? 'rightToWork' : 'attachment',
    documentType: sentTypes[paper.documentId],
    ...(paper.documentNumber && { documentNumber: paper.documentNumber }),
    ...(paper.expiration ? { expiration: `${paper.expiration}T00:00:00.000Z` } : { indefinite: true }),
    createdAt,
    files: [{ fileName: paper.files[0].fileName, url: `file:${made.files[at]}` }],
  }))
  const { firstName, lastName, email, gender, nationality, address, trades, nationalIns, agencyId } = body
  const owned = documents.filter(one => one.documentType === 'CV')
  const passport = body.rightToWork?.[0].documentNumber
  const [first, ...others] = [...new Set([body.passportNo, passport].filter(number => number !== undefined))]
  return {
    record: {
      id,
      reference,
      firstName,
      lastName,
      name: `${firstName} ${lastName}`,
      gender,
      nationality,
      dob: `${body.dob}T00:00:00.000Z`,
      email,
      phone: { countryCode: '+44', number: body.phone.slice(1) },
      // British postcodes are shown with one space, before their last three characters.
      address: { ...address, code: address.code.replace(/ *(...)$/, ' $1') },
      agencies: [{ id: agency, agencyId, active: true }],
      trades: trades.map((one: string) => ({ id: one })),
      companyIds: [],
      attachments: documents.filter(one => one.type === 'attachment'),
      rightToWork: documents.filter(one => one.type === 'rightToWork'),
      createdAt,
      updatedAt: createdAt,
    },
    facts: {
      nationalIns,
      e164: `+44${body.phone.slice(1)}`,
      ...(owned.length > 0 && { documentOwners: owned.map(one => ({ document: one.id, agency })) }),
      ...(first && { passportNo: first }),
      ...(others.length > 0 && { otherPassports: others }),
    },
  }
}
