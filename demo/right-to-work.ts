// What shows that a worker may work here, by nationality, with the kept result of the check; and results that are
// kept for workers who are still to be created.
import { at, type Day } from './calendar.ts'
import {
  type Bearer,
  bothSides,
  type Details,
  type Document,
  type DocumentFile,
  documentOf,
} from './documents.ts'
import { linkedFile } from './files.ts'
import type { Agency } from './organisations.ts'
import { agencyUserOf } from './people-and-permissions.ts'
import type { LoadLine, World } from './programme.ts'
import { Dice, idOf } from './random.ts'

type Proof = { documents: Document[]; passportNo?: string; shareCodes?: string[] }

const spreadOver = (worker: number): number => (worker * 7919) % 400_000_000

export const passportNumber = (worker: number): string => String(500_000_000 + spreadOver(worker))

/** The one before, from another range, so that nobody shares it. */
export const formerPassport = (worker: number): string => String(100_000_000 + spreadOver(worker))

const letters = [...'ABCDEFGHJKLMNPRSTUVWXYZ23456789']

/** Those for the right to work begin with W. */
function shareCode(worker: number, dice: Dice): string {
  const tail = Array.from({ length: 4 }, () => dice.pick(letters)).join('')
  return `W${worker.toString(36).toUpperCase().padStart(4, '0').slice(-4)}${tail}`
}

const evidence = linkedFile('right-to-work-result.pdf')
const termTime = { restrictions: ['No more than 20 hours a week in term time'], maxHoursPerWeek: 20 }

/** Who proves it to whom. */
type Proving = { bearer: Bearer; agency: Agency; dice: Dice }

/** A document with the result of its check. */
function checked(
  { bearer, agency }: Proving,
  slot: number,
  called: string,
  files: readonly DocumentFile[],
  details: Details,
  check: object,
): Document {
  const document = documentOf(bearer, slot, called, files, details)
  const rightToWorkCheck = {
    id: idOf('rightToWorkCheck', bearer.worker * 16 + slot),
    status: 'passed',
    checkedAt: at(bearer.since + 1, 630),
    checkedBy: agencyUserOf(agency, 1).name,
    ...check,
  }
  return Object.assign(document, { rightToWorkCheck })
}

/** British and Irish passports need no permission; Irish ones may be past their expiry. */
function passport(proving: Proving, called: string): Proof {
  const { bearer, dice } = proving
  const number = passportNumber(bearer.worker)
  const past = called.startsWith('Irish') && dice.chance(30)
  const expires = past ? bearer.today - 30 - dice.below(400) : bearer.today + 90 + dice.below(2500)
  const files: readonly DocumentFile[] = called.endsWith('card') ? bothSides : [{ file: 'passport.jpg' }]
  const checkType = dice.chance(60) ? 'digitalVerification' : 'manual'
  const check = { checkType, permissionType: 'unlimited' }
  return { documents: [checked(proving, 0, called, files, { number, expires }, check)], passportNo: number }
}

function certificate(proving: Proving, kind: string): Proof {
  const { bearer, dice } = proving
  const called = `${kind} certificate with NI evidence`
  const files: readonly DocumentFile[] = [{ file: 'certificate.jpg' }, { file: 'letter.pdf' }]
  const number = dice.chance(50) ? `C${100_000 + bearer.worker}` : undefined
  return { documents: [checked(proving, 0, called, files, { number }, { checkType: 'manual' })] }
}

/** Settled for good, for some years, or as a student who may work twenty hours in term. */
function visaTerms({ bearer, dice }: Proving): { expires?: Day; check: object; student: boolean } {
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
    ...(student && termTime),
  }
  return { expires, check, student }
}

const visaFiles: readonly DocumentFile[] = [
  { file: 'right-to-work-result.pdf' },
  { file: 'term-dates.pdf', docType: 'Term dates' },
]

const failures = ['expired', 'refused', 'notFound']

/** Some had a share code before that led nowhere, or no longer does; the newer one counts. */
function visa(proving: Proving): Proof {
  const { bearer, dice } = proving
  const visaWith = (slot: number, number: string, expires: Day | undefined, files: number, check: object) =>
    checked(proving, slot, 'Visa', visaFiles.slice(0, files), { number, expires }, check)
  const permission = (slot: number, code: string) => ({
    checkType: 'homeOfficeOnline',
    reference: `HO-${bearer.worker}-${slot}`,
    shareCodeLast4: code.slice(-4),
    permissionStart: at(bearer.since - 400),
    evidence,
  })
  const code = shareCode(bearer.worker, dice)
  const { expires, check, student } = visaTerms(proving)
  const newer = visaWith(0, code, expires, student ? 2 : 1, { ...permission(0, code), ...check })
  if (!dice.chance(35)) return { documents: [newer], shareCodes: [code] }
  const former = shareCode(bearer.worker, dice)
  const failed = { status: dice.pick(failures), ...permission(1, former) }
  const older = visaWith(1, former, bearer.since - 5, 1, failed)
  return { documents: [newer, older], shareCodes: [code, former] }
}

function permit(proving: Proving, called: string, checkType: string): Proof {
  const { bearer, dice } = proving
  const expires = bearer.today + 60 + dice.below(300)
  const number = `${called[0]}${200_000 + bearer.worker}`
  const terms = { permissionType: 'timeLimited', permissionExpiry: at(expires), reference: number }
  const files: readonly DocumentFile[] = [{ file: 'letter.pdf' }]
  return { documents: [checked(proving, 0, called, files, { number, expires }, { checkType, ...terms })] }
}

export function rightToWorkOf(bearer: Bearer, agency: Agency, nationality: string, dice: Dice): Proof {
  const proving = { bearer, agency, dice }
  const roll = dice.below(100)
  if (nationality === 'Ireland')
    return passport(proving, roll < 60 ? 'Irish passport' : 'Irish passport card')
  if (nationality === 'United Kingdom') {
    if (roll < 70) return passport(proving, 'UK passport')
    return certificate(proving, roll < 88 ? 'Birth' : roll < 93 ? 'Adoption' : 'Naturalisation')
  }
  if (roll < 70) return visa(proving)
  if (roll < 80) return permit(proving, 'Frontier worker permit', 'manual')
  if (roll < 90) return permit(proving, 'Positive Verification Notice', 'employerCheckingService')
  return certificate(proving, 'Naturalisation')
}

/** Share code and date of birth that POST /workers can be tried with: passed, then refused; others have any code. */
const trials = [
  { code: 'W4G12K88K', dob: '1990-05-01', status: 'passed', checkType: 'homeOfficeOnline' },
  { code: 'W4G12K99R', dob: '1990-05-01', status: 'refused', checkType: 'homeOfficeOnline' },
  { code: '', dob: '1984-11-23', status: 'expired', checkType: 'employerCheckingService' },
  { code: '', dob: '1996-02-29', status: 'notFound', checkType: 'digitalVerification' },
  { code: '', dob: '1979-08-08', status: 'passed', checkType: 'manual' },
]

function savedCheckLine({ today }: World, agency: Agency, number: number): LoadLine {
  const { code, dob, status, checkType } = trials[number]!
  const index = agency.index * 16 + number
  const given = code || shareCode(900_000 + index, new Dice('saved check', index))
  const student = number === 0
  return {
    type: 'rightToWorkCheck',
    record: {
      id: idOf('savedCheck', index),
      agency: { id: agency.id },
      dob,
      status,
      checkType,
      checkedAt: at(today - 20 + number, 600),
      checkedBy: agencyUserOf(agency, 1).name,
      reference: `HO-NEW-${agency.index}-${number}`,
      shareCodeLast4: given.slice(-4),
      ...(status === 'passed' && {
        permissionType: student ? 'timeLimited' : 'unlimited',
        immigrationStatus: student ? 'Student' : 'Settled status',
        permissionStart: at(today - 400),
        evidence,
      }),
      ...(student && { permissionExpiry: at(today + 500), ...termTime, followUpDue: at(today + 470) }),
    },
    facts: { shareCode: given },
  }
}

export function* rightToWorkChecks(world: World): Generator<LoadLine> {
  for (const agency of world.agencies)
    for (const number of trials.keys()) yield savedCheckLine(world, agency, number)
}
