// Workers who do not exist, as many as are asked for and the same each time: who they are, and what was stored of
// them when they were loaded, which is not always everything. Relatives, hostels and offices are among them.
import { Dice } from '../../demo/random.ts'
import { communities } from './communities.ts'

export type Somebody = {
  firstName: string
  lastName: string
  /** YYYY-MM-DD */
  dob: string
  email: string
  phone: string
  code: string
  gender: string
  nationality: string
  nationalIns: string
}

type Weighted = { names: string[]; until: number[]; known: number }

/** "Smith 14 Jones 12": names and thousandths. Where these are not all, the rest has other names. */
function weighted(text: string, whole?: 'whole'): Weighted {
  const words = text.split(' ')
  const names = words
    .filter((_, at) => at % 2 === 0)
    .map(name => name.replace('dos-', 'dos ').replace('da-', 'da '))
  let sum = 0
  const until = names.map((_, at) => {
    sum += Number(words[at * 2 + 1])
    return sum
  })
  return { names, until, known: whole ? sum : 1000 }
}

const pools = communities.map(community => ({
  ...community,
  men: weighted(community.men, 'whole'),
  women: weighted(community.women, 'whole'),
  last: weighted(community.last),
  stems: community.stems.split(' '),
  endings: community.endings.split(' '),
}))
type Pool = (typeof pools)[number]

const byShare = pools.flatMap(pool => Array.from({ length: pool.share }, () => pool))

function drawn({ names, until, known }: Weighted, dice: Dice): string | undefined {
  const at = dice.next() * known
  return names[until.findIndex(end => at < end)]
}

function surname(pool: Pool, dice: Dice): string {
  const one = drawn(pool.last, dice) ?? dice.pick(pool.stems) + dice.pick(pool.endings)
  if (!dice.chance(pool.nationality === 'United Kingdom' ? 2 : 0.5)) return one
  const other = drawn(pool.last, dice) ?? dice.pick(pool.stems) + dice.pick(pool.endings)
  return `${one}-${other}`
}

/** Postal areas, those with most workers first. */
const areas =
  'B M E N SE SW L LS S G CF NG LE BS IG UB HA CR RM LU SL BD WV DE CV NE PE NN MK RG BN PO SO EN TW BR DA KT SM W NW EC EH AB CB IP NR CO CM SS CT ME TN RH GU HP OX SN GL BA TA EX TQ PL TR DT BH SP WR HR DY WS TF SY ST CW SK WA WN BL OL HD HX WF DN HU YO HG DL DH SR TS LA FY PR BB CH LL SA NP LD DD FK KY ML PA KA DG TD PH IV'.split(
    ' ',
  )
const routingKeys =
  'D01 D02 D03 D04 D05 D06 D07 D08 D09 D11 D12 D13 D14 D15 D16 D22 D24 A65 A91 A92 C15 E91 F12 F26 H12 H54 H91 K32 K67 P31 P43 R32 R95 T12 T23 V14 V94 W23 W91 X91 Y14 Y35'.split(
    ' ',
  )
const inward = 'ABDEFGHJLNPQRSTUWXYZ'
const eirLetters = 'ACDEFHKNPRTVWXY0123456789'

const some = (letters: string, count: number, dice: Dice) =>
  Array.from({ length: count }, () => letters[dice.below(letters.length)]).join('')

/** Many live in few places. */
function homeOf(pool: Pool, dice: Dice): string {
  if (pool.nationality === 'Ireland' && dice.chance(60))
    return dice.pick(routingKeys) + some(eirLetters, 4, dice)
  const area = areas[Math.floor(areas.length * dice.next() ** 2.5)]!
  return `${area}${1 + Math.floor(25 * dice.next() ** 1.5)} ${1 + dice.below(9)}${some(inward, 2, dice)}`
}

const shared = (kind: string, count: number, dice: Dice) => new Dice(kind, dice.below(count))

function addressOf(pool: Pool, dice: Dice): string {
  if (dice.chance(2)) return homeOf(pool, shared('hostel', 400, dice))
  if (dice.chance(1)) return homeOf(pool, shared('office', 30, dice))
  return homeOf(pool, dice)
}

const two = (value: number) => String(value).padStart(2, '0')

export const dayOf = (dice: Dice) => `${two(1 + dice.below(12))}-${two(1 + dice.below(28))}`

function birthOf(pool: Pool, dice: Dice): string {
  const year = 1958 + dice.below(25) + dice.below(25)
  return `${year}-${dice.chance(pool.newYear) ? '01-01' : dayOf(dice)}`
}

const letters = 'ABCEGHJKLMNPRSTWXYZ'
const numberOf = (dice: Dice) => `${some(letters, 2, dice)}${some('0123456789', 6, dice)}A`

export const emailOf = (name: string, dice: Dice) =>
  `${name
    .normalize('NFKD')
    .replace(/[^a-zA-Z]/g, '')
    .toLowerCase()}${dice.below(1_000_000)}@${dice.pick(['gmail.com', 'outlook.example', 'mail.example'])}`

export const phoneOf = (dice: Dice) => `+447${some('0123456789', 9, dice)}`

function alone(index: number): Somebody {
  const dice = new Dice('somebody', index)
  const pool = dice.pick(byShare)
  const isWoman = dice.chance(6)
  const firstName = drawn(isWoman ? pool.women : pool.men, dice)!
  const lastName = surname(pool, dice)
  return {
    firstName,
    lastName,
    dob: birthOf(pool, dice),
    email: emailOf(firstName + lastName, dice),
    phone: phoneOf(dice),
    code: addressOf(pool, dice),
    gender: isWoman ? 'Female' : 'Male',
    nationality: dice.chance(20) ? 'United Kingdom' : pool.nationality,
    nationalIns: numberOf(dice),
  }
}

/** One in thirty is a brother, a twin or a parent of the next one, at the same address. */
export function somebodyAt(index: number): Somebody {
  if (index % 30 !== 0) return alone(index)
  const [own, relative, dice] = [alone(index), alone(index + 1), new Dice('relative', index)]
  const { lastName, code, gender, nationality } = relative
  const roll = dice.below(10)
  const year = Number(relative.dob.slice(0, 4))
  return {
    ...own,
    lastName,
    code,
    gender,
    nationality,
    firstName: roll < 2 ? relative.firstName : alone(index + 1 + 30 * dice.below(1000)).firstName,
    dob: roll === 9 ? relative.dob : `${year + (roll < 4 ? -25 : 3)}-${dayOf(dice)}`,
    phone: dice.chance(20) ? relative.phone : own.phone,
  }
}

export type Lacking = 'dob' | 'email' | 'phone' | 'code' | 'gender' | 'nationality' | 'nationalIns'

/** What was not known of somebody when they were loaded, of a hundred. */
const lacks: Record<Lacking, number> = {
  dob: 4,
  email: 12,
  phone: 8,
  code: 6,
  gender: 10,
  nationality: 10,
  nationalIns: 40,
}

/** As stored. Some have the e-mail or telephone of an office instead of their own. */
export function storedAt(index: number): Omit<Somebody, Lacking> & Partial<Pick<Somebody, Lacking>> {
  const dice = new Dice('stored', index)
  const { ...stored }: Partial<Somebody> = somebodyAt(index)
  if (dice.chance(2)) stored.email = `office${dice.below(40)}@agency.example`
  if (dice.chance(3)) stored.phone = `+4420${70_000_000 + dice.below(300)}`
  for (const [name, percent] of Object.entries(lacks))
    if (dice.chance(percent)) delete stored[name as Lacking]
  return stored as ReturnType<typeof storedAt>
}

/** The worker as a load line has it. */
export function lineAt(index: number) {
  const { firstName, lastName, dob, email, phone, code, gender, nationality, nationalIns } = storedAt(index)
  const at = '2026-03-02T09:00:00.000Z'
  return {
    type: 'worker',
    record: {
      id: `w${index}`,
      reference: `WK-${String(index).padStart(6, '0')}`,
      firstName,
      lastName,
      name: `${firstName} ${lastName}`,
      ...(gender && { gender }),
      ...(nationality && { nationality }),
      ...(dob && { dob: `${dob}T00:00:00.000Z` }),
      ...(email && { email }),
      ...(code && { address: { lineOne: '1 High Street', city: 'Leeds', country: 'United Kingdom', code } }),
      agencies: [],
      trades: [],
      attachments: [],
      rightToWork: [],
      createdAt: at,
      updatedAt: at,
    },
    facts: { ...(phone && { e164: phone }), ...(nationalIns && { nationalIns }) },
  }
}
