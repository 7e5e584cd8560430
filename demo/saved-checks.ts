// What is kept for workers who are still to be created: results of Home Office checks, and whom to ask about cards.
import { at } from './calendar.ts'
import { fileLinkTo } from './files.ts'
import { shareCode } from './identity.ts'
import type { LoadLine } from './load-line.ts'
import type { Agency } from './organisations.ts'
import { Dice, idOf } from './random.ts'
import { agencyUserOf } from './users.ts'
import type { World } from './world.ts'

/** The simulator answers for the companies, but for one whose service is not in use yet. */
export function* smartCheckConfigurations({ firms }: World): Generator<LoadLine> {
  for (const { company } of firms) {
    const id = idOf('smartCheckConfiguration', company.index)
    const record = { id, company: { id: company.id } }
    if (company.index !== 2)
      yield {
        type: 'smartCheckConfiguration',
        record: { ...record, provider: 'simulator', active: true },
      }
    else
      yield {
        type: 'smartCheckConfiguration',
        record: { ...record, provider: 'http', address: 'https://cards.example/verify', active: false },
        facts: { credentials: 'demo-credentials-of-nobody' },
      }
  }
}

/** Share code and date of birth that POST /workers can be tried with: passed, then refused. */
const trials = [
  { shareCode: 'W4G12K88K', dob: '1990-05-01', status: 'passed', checkType: 'homeOfficeOnline' },
  { shareCode: 'W4G12K99R', dob: '1990-05-01', status: 'refused', checkType: 'homeOfficeOnline' },
  { shareCode: '', dob: '1984-11-23', status: 'expired', checkType: 'employerCheckingService' },
  { shareCode: '', dob: '1996-02-29', status: 'notFound', checkType: 'digitalVerification' },
  { shareCode: '', dob: '1979-08-08', status: 'passed', checkType: 'manual' },
] as const

export function* rightToWorkChecks(world: World): Generator<LoadLine> {
  for (const agency of world.agencies)
    for (const number of trials.keys()) yield checkLine(world, agency, number)
}

function checkLine({ today }: World, agency: Agency, number: number): LoadLine {
  const { shareCode: code, dob, status, checkType } = trials[number]!
  const dice = new Dice('saved check', agency.index * 16 + number)
  const given = code || shareCode(900_000 + agency.index * 16 + number, dice)
  const student = number === 0
  return {
    type: 'rightToWorkCheck',
    record: {
      id: idOf('savedCheck', agency.index * 16 + number),
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
        evidence: { fileName: 'right-to-work-result.pdf', url: fileLinkTo('right-to-work-result.pdf') },
      }),
      ...(student && {
        permissionExpiry: at(today + 500),
        restrictions: ['No more than 20 hours a week in term time'],
        maxHoursPerWeek: 20,
        followUpDue: at(today + 470),
      }),
    },
    facts: { shareCode: given },
  }
}
