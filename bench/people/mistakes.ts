// The mistakes with which somebody who is stored is posted once more: what people mistype, forget, spell otherwise or
// have changed since.
import type { Dice } from '../../demo/random.ts'
import { dayOf, type Somebody, somebodyAt } from './population.ts'

export type Mistake = (somebody: Somebody, dice: Dice) => Partial<Somebody>

const two = (value: number) => String(value).padStart(2, '0')

function born(
  change: (year: number, month: number, day: number, dice: Dice) => [number, number, number],
): Mistake {
  return ({ dob }, dice) => {
    const [year, month, day] = dob.split('-').map(Number) as [number, number, number]
    const [otherYear, otherMonth, otherDay] = change(year, month, day, dice)
    return { dob: `${otherYear}-${two(otherMonth)}-${two(otherDay)}` }
  }
}

/** Another one than it is, from 1 up to the last. */
const other = (value: number, last: number, dice: Dice) => 1 + ((value + dice.below(last - 1)) % last)

/** Each name, and what else its bearer is called at home or abroad. */
const nicknames = new Map(
  `Michael Mike Mick; James Jim Jamie; Robert Bob; William Bill Liam; Thomas Tom; Daniel Danny;
  Andrew Andy; Stephen Steven; Steven Steve; Christopher Chris; Richard Rick; Matthew Matt;
  Anthony Tony; Joseph Joe; Jonathan Jon; Benjamin Ben; Samuel Sam; Edward Ted; Alexander Alex;
  Nicholas Nick; Philip Phil; Timothy Tim; Terence Terry; Raymond Ray; Patrick Paddy Pat; Sean John;
  Padraig Patrick; Eoin Owen; Gerard Gerry; Seamus James; Diarmuid Dermot; Brendan Breandan;
  Piotr Peter; Krzysztof Christopher; Andrzej Andrew; Tomasz Thomas; Paweł Paul; Marcin Martin;
  Michał Michael; Jan John; Jakub Kuba; Marek Mark; Grzegorz Gregory; Łukasz Luke; Mateusz Matthew;
  Wojciech Wojtek; Dariusz Darek; Zbigniew Zbyszek; Bartosz Bartek; Sławomir Slawek; Jarosław Jarek;
  Andrei Andrew; Ion John; Alexandru Alex; Gheorghe George; Vasile Vasil; Ionuț Ionel;
  Constantin Costel; Mihai Michael; Nicolae Nicolas; Cristian Cris; Ștefan Stephen; Dumitru Dmitri;
  Mohammed Muhammad; Muhammad Mohamed; Ahmed Ahmad; Khalid Khaled; Hassan Hasan; Omar Umar;
  Tariq Tarek; Abdul Abdullah; Yusuf Yousef; Oleksandr Alexander; Serhiy Sergey; Volodymyr Vladimir;
  Andriy Andrew; Mykola Nicholas; Dmytro Dmitry; Yuriy Yuri; Viktor Victor; Ihor Igor; Oleh Oleg;
  Petro Peter; Yevhen Eugene; Maksym Max; Hussein Hussain; Ibrahim Ebrahim; Mustafa Mostafa;
  Youssef Yusuf; Said Saeed; Jamal Gamal; Samir Sameer; Katherine Kate; Rebecca Becky; Victoria Vicky;
  Jennifer Jenny; Margaret Maggie; Katarzyna Kasia; Małgorzata Gosia; Agnieszka Aga; Joanna Asia;
  José Jose; Tomas Thomas`
    .split(';')
    .map(line => {
      const [name, ...others] = line.trim().split(' ')
      return [name!, others] as const
    }),
)

/** What one alphabet or ear makes of another's sounds; the first that is in the name. */
const transliterations: readonly [RegExp, string][] = [
  [/shch/i, 'sch'],
  [/sz/i, 'sh'],
  [/cz/i, 'ch'],
  [/ain/i, 'ein'],
  [/ein/i, 'ain'],
  [/iy$/i, 'ii'],
  [/y/i, 'i'],
  [/kh/i, 'h'],
  [/ch/i, 'tch'],
  [/ou/i, 'u'],
  [/ee/i, 'i'],
  [/ie/i, 'ei'],
  [/w/i, 'v'],
  [/v/i, 'w'],
  [/ck/i, 'k'],
  [/ph/i, 'f'],
  [/ah/i, 'a'],
  [/a$/i, 'ah'],
  [/c/i, 'k'],
  [/i/i, 'y'],
]

function transliterated(name: string): string {
  const found = transliterations.find(([from]) => from.test(name))
  return found ? name.replace(...found) : name
}

const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
/** Letters whose keys lie beside each other's. */
function beside(letter: string, dice: Dice): string {
  const [at, row] = rows
    .map((keys, index) => [keys.indexOf(letter), index] as const)
    .find(([at]) => at >= 0) ?? [0, 0]
  const near = [rows[row]![at - 1], rows[row]![at + 1], rows[row - 1]?.[at], rows[row + 1]?.[at]]
  return dice.pick(near.filter(key => key !== undefined))
}

function mistyped(name: string, dice: Dice): string {
  const at = dice.below(name.length)
  const [head, letter, tail] = [name.slice(0, at), name[at]!, name.slice(at + 1)]
  const roll = dice.below(10)
  if (roll < 4) return head + beside(letter.toLowerCase(), dice) + tail
  if (roll < 6) return head + tail || letter
  if (roll < 7) return head + letter + letter + tail
  return head + (tail[0] ?? '') + letter + tail.slice(1)
}

/** What a scanner takes for one another. */
const alike = ['0O', '1I', '5S', '8B', '2Z', '6G', '17', '38']

function scanned(number: string, dice: Dice): string {
  const places = [...number].flatMap((letter, at) =>
    alike.flatMap(pair => (pair.includes(letter) ? [[at, pair.replace(letter, '')] as const] : [])),
  )
  const [at, letter] = places.length > 0 ? dice.pick(places) : ([2, '0'] as const)
  return number.slice(0, at) + letter + number.slice(at + 1)
}

const anybody = (dice: Dice) => somebodyAt(dice.below(1_000_000))

export const mistakes = {
  'the same once more': () => ({}),
  'wrong day': born((year, month, day, dice) => [year, month, other(day, 28, dice)]),
  'wrong month': born((year, month, day, dice) => [year, other(month, 12, dice), day]),
  'wrong year': born((year, month, day, dice) => [
    year + (dice.chance(50) ? 1 + dice.below(9) : -10),
    month,
    day,
  ]),
  'day and month swapped': born((year, month, day, dice) =>
    day <= 12 ? [year, day, month] : [year, month, other(day, 28, dice)],
  ),
  'quite another date of birth': ({ dob }, dice) => ({
    dob: `${Number(dob.slice(0, 4)) + 1 + dice.below(5)}-${dayOf(dice)}`,
  }),
  'nickname or other form': ({ firstName }, dice) => ({
    firstName: dice.pick(nicknames.get(firstName) ?? [firstName]),
  }),
  'transliterated surname': ({ lastName }) => ({ lastName: transliterated(lastName) }),
  'transliterated first name': ({ firstName }) => ({ firstName: transliterated(firstName) }),
  'typing error in the first name': ({ firstName }, dice) => ({ firstName: mistyped(firstName, dice) }),
  'typing error in the surname': ({ lastName }, dice) => ({ lastName: mistyped(lastName, dice) }),
  'double-barrelled or half of it': ({ lastName }, dice) => ({
    lastName: lastName.includes('-')
      ? dice.pick(lastName.split('-'))
      : `${lastName}-${anybody(dice).lastName}`,
  }),
  'first and last name swapped': ({ firstName, lastName }) => ({ firstName: lastName, lastName: firstName }),
  'a second first name': ({ firstName }, dice) => ({
    firstName: `${firstName} ${anybody(dice).firstName}`,
  }),
  'initial only': ({ firstName }) => ({ firstName: firstName[0]! }),
  'moved house': (_, dice) => ({ code: anybody(dice).code }),
  'moved to the next street': ({ code }, dice) => ({
    code: code.slice(0, -2) + dice.pick(['AB', 'DE', 'XY']),
  }),
  'moved within the district': ({ code }, dice) => ({
    code: `${code.slice(0, -3)}${1 + dice.below(9)}${dice.pick(['AB', 'DE', 'XY'])}`,
  }),
  'number misread': ({ nationalIns }, dice) => ({ nationalIns: scanned(nationalIns, dice) }),
  'another gender and nationality': ({ gender }) => ({
    gender: gender === 'Male' ? 'Female' : 'Male',
    nationality: 'France',
  }),
} satisfies Record<string, Mistake>

export type Mistaken = keyof typeof mistakes
