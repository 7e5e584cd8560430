// What shows that a worker may work here, by nationality, with the kept result of the check.
import { at, type Day } from './calendar.ts'
import { type Bearer, bothSides, type Document, documentOf } from './documents.ts'
import { fileLinkTo } from './files.ts'
import { passportNumber, shareCode } from './identity.ts'
import type { Agency } from './organisations.ts'
import { type Dice, idOf } from './random.ts'
import { agencyUserOf } from './users.ts'

type Proof = { documents: Document[]; passportNo?: string; shareCodes?: string[] }
type Check = Record<string, unknown>

const evidence = { fileName: 'right-to-work-result.pdf', url: fileLinkTo('right-to-work-result.pdf') }
const pair = [{ file: 'certificate.jpg' }, { file: 'letter.pdf' }] as const

function checkOf(bearer: Bearer, number: number, agency: Agency, check: Check) {
  const id = idOf('rightToWorkCheck', bearer.worker * 16 + number)
  const checkedAt = at(bearer.since + 1, 630)
  return { id, status: 'passed', checkedAt, checkedBy: agencyUserOf(agency, 1).name, ...check }
}

/** British and Irish passports need no permission; Irish ones may be past their expiry. */
function passport(bearer: Bearer, agency: Agency, called: string, dice: Dice): Proof {
  const passportNo = passportNumber(bearer.worker)
  const past = called.startsWith('Irish') && dice.chance(30)
  const expires = past ? bearer.today - 30 - dice.below(400) : bearer.today + 90 + dice.below(2500)
  const document = documentOf(bearer, {
    at: 0,
    called,
    number: passportNo,
    expires,
    files: called.endsWith('card') ? bothSides : [{ file: 'passport.jpg' }],
  })
  const checkType = dice.chance(60) ? 'digitalVerification' : 'manual'
  const rightToWorkCheck = checkOf(bearer, 0, agency, { checkType, permissionType: 'unlimited' })
  return { documents: [{ ...document, rightToWorkCheck }], passportNo }
}

function certificate(bearer: Bearer, agency: Agency, called: string, dice: Dice): Proof {
  const number = dice.chance(50) ? { number: `C${100_000 + bearer.worker}` } : {}
  const document = documentOf(bearer, { at: 0, called, ...number, files: pair })
  return {
    documents: [{ ...document, rightToWorkCheck: checkOf(bearer, 0, agency, { checkType: 'manual' }) }],
  }
}

const permission = (bearer: Bearer, number: number, code: string) => ({
  checkType: 'homeOfficeOnline',
  reference: `HO-${bearer.worker}-${number}`,
  shareCodeLast4: code.slice(-4),
  permissionStart: at(bearer.since - 400),
  evidence,
})

/** Settled for good, for some years, or as a student who may work twenty hours in term. */
function visaTerms(bearer: Bearer, dice: Dice): { expires?: Day; check: Check; student: boolean } {
  if (dice.chance(30)) {
    const check = { permissionType: 'unlimited', immigrationStatus: 'Settled status' }
    return { check, student: false }
  }
  const student = dice.chance(20)
  const expires = bearer.today + 120 + dice.below(700)
  const check = {
    permissionType: 'timeLimited',
    immigrationStatus: student ? 'Student' : 'Skilled Worker',
    permissionExpiry: at(expires),
    followUpDue: at(expires - 30),
    ...(student && { restrictions: ['No more than 20 hours a week in term time'], maxHoursPerWeek: 20 }),
  }
  return { expires, check, student }
}

function visa(bearer: Bearer, agency: Agency, dice: Dice): Proof {
  const code = shareCode(bearer.worker, dice)
  const { expires, check, student } = visaTerms(bearer, dice)
  const files = [
    { file: 'right-to-work-result.pdf' },
    { file: 'term-dates.pdf', docType: 'Term dates' },
  ] as const
  const document = documentOf(bearer, {
    at: 0,
    called: 'Visa',
    number: code,
    ...(expires !== undefined && { expires }),
    files: student ? files : files.slice(0, 1),
  })
  const rightToWorkCheck = checkOf(bearer, 0, agency, { ...permission(bearer, 0, code), ...check })
  const earlier = dice.chance(35) ? earlierVisa(bearer, agency, dice) : { documents: [], shareCodes: [] }
  return {
    documents: [{ ...document, rightToWorkCheck }, ...earlier.documents],
    shareCodes: [code, ...earlier.shareCodes],
  }
}

const failures = ['expired', 'refused', 'notFound'] as const

/** A share code that led nowhere, or no longer does; the newer one counts. */
function earlierVisa(bearer: Bearer, agency: Agency, dice: Dice) {
  const code = shareCode(bearer.worker, dice)
  const expires = bearer.since - 5
  const details = {
    at: 1,
    called: 'Visa',
    number: code,
    expires,
    files: [{ file: 'right-to-work-result.pdf' }],
  }
  const document = documentOf(bearer, details as Parameters<typeof documentOf>[1])
  const check = { status: failures[dice.below(3)], ...permission(bearer, 1, code) }
  return {
    documents: [{ ...document, rightToWorkCheck: checkOf(bearer, 1, agency, check) }],
    shareCodes: [code],
  }
}

function permit(bearer: Bearer, agency: Agency, called: string, dice: Dice): Proof {
  const expires = bearer.today + 60 + dice.below(300)
  const number = `${called[0]}${200_000 + bearer.worker}`
  const document = documentOf(bearer, { at: 0, called, number, expires, files: [{ file: 'letter.pdf' }] })
  const noticed = called === 'Positive Verification Notice'
  const rightToWorkCheck = checkOf(bearer, 0, agency, {
    checkType: noticed ? 'employerCheckingService' : 'manual',
    permissionType: 'timeLimited',
    permissionExpiry: at(expires),
    reference: number,
  })
  return { documents: [{ ...document, rightToWorkCheck }] }
}

export function rightToWorkOf(bearer: Bearer, agency: Agency, nationality: string, dice: Dice): Proof {
  const roll = dice.below(100)
  if (nationality === 'Ireland')
    return passport(bearer, agency, roll < 60 ? 'Irish passport' : 'Irish passport card', dice)
  if (nationality === 'United Kingdom') {
    if (roll < 70) return passport(bearer, agency, 'UK passport', dice)
    const kind = roll < 88 ? 'Birth' : roll < 93 ? 'Adoption' : 'Naturalisation'
    return certificate(bearer, agency, `${kind} certificate with NI evidence`, dice)
  }
  if (roll < 70) return visa(bearer, agency, dice)
  if (roll < 80) return permit(bearer, agency, 'Frontier worker permit', dice)
  if (roll < 90) return permit(bearer, agency, 'Positive Verification Notice', dice)
  return certificate(bearer, agency, 'Naturalisation certificate with NI evidence', dice)
}
