// Proof of the right to work, by nationality, with the result of its check; and saved results of checks for workers
// who do not exist yet.
import { at, type Day } from './calendar.ts'
import {
  bothSides,
  type Details,
  type Document,
  type DocumentFile,
  documentOf,
  type Holder,
} from './documents.ts'
import { linkedFile } from './files.ts'
import { agencyUserOf } from './people-and-permissions.ts'
import { Dice, idOf } from './random.ts'
import type { Agency, LoadLine, World } from './world.ts'

type Proof = { documents: Document[]; passportNo?: string; shareCodes?: string[] }

const spreadOver = (worker: number): number => (worker * 7919) % 400_000_000

const passportNumber = (worker: number): string => String(500_000_000 + spreadOver(worker))

/** A previous passport, from another range so that it is nobody else's. */
export const formerPassport = (worker: number): string => String(100_000_000 + spreadOver(worker))

const letters = [...'ABCDEFGHJKLMNPRSTUVWXYZ23456789']

/** Share codes for the right to work begin with W. */
function shareCode(worker: number, dice: Dice): string {
  const tail = Array.from({ length: 4 }, () => dice.pick(letters)).join('')
  return `W${worker.toString(36).toUpperCase().padStart(4, '0').slice(-4)}${tail}`
}

const evidence = linkedFile('right-to-work-result.pdf')
export const termTime = { restrictions: ['No more than 20 hours a week in term time'], maxHoursPerWeek: 20 }

/** Whose documents an agency checks. */
type CheckContext = { holder: Holder; agency: Agency; dice: Dice }

/** A document with the result of its check. */
function checked(
  { holder, agency }: CheckContext,
  slot: number,
  called: string,
  files: readonly DocumentFile[],
  details: Details,
  check: object,
): Document {
  const document = documentOf(holder, slot, called, files, details)
  const rightToWorkCheck = {
    id: idOf('rightToWorkCheck', holder.worker * 16 + slot),
    status: 'passed',
    checkedAt: at(holder.since + 1, 630),
    checkedBy: agencyUserOf(agency, 1).name,
    ...check,
  }
  return Object.assign(document, { rightToWorkCheck })
}

/** British and Irish passports need no permission; Irish ones may be past their expiry. */
function passport(context: CheckContext, called: string): Proof {
  const { holder, dice } = context
  const number = passportNumber(holder.worker)
  const past = called.startsWith('Irish') && dice.chance(30)
  const expires = past ? holder.today - 30 - dice.below(400) : holder.today + 90 + dice.below(2500)
  const files: readonly DocumentFile[] = called.endsWith('card') ? bothSides : [{ file: 'passport.jpg' }]
  const checkType = dice.chance(60) ? 'digitalVerification' : 'manual'
  const check = { checkType, permissionType: 'unlimited' }
  return { documents: [checked(context, 0, called, files, { number, expires }, check)], passportNo: number }
}

function certificate(context: CheckContext, kind: string): Proof {
  const { holder, dice } = context
  const called = `${kind} certificate with NI evidence`
  const files: readonly DocumentFile[] = [{ file: 'certificate.jpg' }, { file: 'letter.pdf' }]
  const number = dice.chance(50) ? `C${100_000 + holder.worker}` : undefined
  return { documents: [checked(context, 0, called, files, { number }, { checkType: 'manual' })] }
}

/** Settled status, or a skilled worker's visa for some years. */
function visaTerms({ holder, dice }: CheckContext, isTimeLimited: boolean): { expires?: Day; check: object } {
  if (!isTimeLimited && dice.chance(30))
    return { check: { permissionType: 'unlimited', immigrationStatus: 'Settled status' } }
  const expires = holder.today + 120 + dice.below(700)
  return { expires, check: timeLimited('Skilled Worker', expires) }
}

export const timeLimited = (immigrationStatus: string, expires: Day) => ({
  permissionType: 'timeLimited',
  immigrationStatus,
  permissionExpiry: at(expires),
  followUpDue: at(expires - 30),
})

const visaFiles: readonly DocumentFile[] = [{ file: 'right-to-work-result.pdf' }]

const failures = ['expired', 'refused', 'notFound']

/** Some have an earlier share code whose check failed. */
function visa(context: CheckContext, isOnly: boolean): Proof {
  const { holder, dice } = context
  const visaWith = (slot: number, number: string, expires: Day | undefined, check: object) =>
    checked(context, slot, 'Visa', visaFiles, { number, expires }, check)
  const permission = (slot: number, code: string) => ({
    checkType: 'homeOfficeOnline',
    reference: `HO-${holder.worker}-${slot}`,
    shareCodeLast4: code.slice(-4),
    permissionStart: at(holder.since - 400),
    evidence,
  })
  const code = shareCode(holder.worker, dice)
  const { expires, check } = visaTerms(context, isOnly)
  const newer = visaWith(0, code, expires, { ...permission(0, code), ...check })
  if (isOnly || !dice.chance(35)) return { documents: [newer], shareCodes: [code] }
  const former = shareCode(holder.worker, dice)
  const failed = { status: dice.pick(failures), ...permission(1, former) }
  const older = visaWith(1, former, holder.since - 5, failed)
  return { documents: [newer, older], shareCodes: [code, former] }
}

function permit(context: CheckContext, called: string, checkType: string): Proof {
  const { holder, dice } = context
  const expires = holder.today + 60 + dice.below(300)
  const number = `${called[0]}${200_000 + holder.worker}`
  const terms = { permissionType: 'timeLimited', permissionExpiry: at(expires), reference: number }
  const files: readonly DocumentFile[] = [{ file: 'letter.pdf' }]
  return { documents: [checked(context, 0, called, files, { number, expires }, { checkType, ...terms })] }
}

/** A visa alone, if something is to be told of that. */
export function rightToWorkOf(
  holder: Holder,
  agency: Agency,
  nationality: string,
  needsVisa: boolean,
  dice: Dice,
): Proof {
  const context = { holder, agency, dice }
  if (needsVisa) return visa(context, true)
  const roll = dice.below(100)
  if (nationality === 'Ireland')
    return passport(context, roll < 60 ? 'Irish passport' : 'Irish passport card')
  if (nationality === 'United Kingdom') {
    if (roll < 70) return passport(context, 'UK passport')
    return certificate(context, roll < 88 ? 'Birth' : roll < 93 ? 'Adoption' : 'Naturalisation')
  }
  if (roll < 70) return visa(context, false)
  if (roll < 80) return permit(context, 'Frontier worker permit', 'manual')
  if (roll < 90) return permit(context, 'Positive Verification Notice', 'employerCheckingService')
  return certificate(context, 'Naturalisation')
}

/** The share codes to try POST /workers with: the first passes, the second is refused. Others get random codes. */
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
