// What the comparison of one field found, as a verdict and in words: the only place that says it, for pages and commands.
export const verdicts = ['same', 'nearly', 'different', 'unknown'] as const
type Verdict = (typeof verdicts)[number]

const findings = {
  same: ['same', 'the same'],
  newYear: ['same', 'the same 1 January, which is often entered where the day is not known'],
  nickname: ['nearly', 'a nickname, or another form of the name'],
  oneLetter: ['nearly', 'one letter differs'],
  spelling: ['nearly', 'spelt alike'],
  initial: ['nearly', 'the same initial'],
  namePart: ['nearly', 'a part of the name is the same'],
  sound: ['nearly', 'sounds alike'],
  swappedNames: ['nearly', 'first and last name swapped'],
  swappedDay: ['nearly', 'day and month swapped'],
  otherDay: ['nearly', 'only the day differs'],
  otherMonth: ['nearly', 'only the month differs'],
  otherYear: ['nearly', 'only the year differs'],
  neighbours: ['nearly', 'streets away: may have moved house'],
  district: ['nearly', 'in the same postal district: may have moved house'],
  elsewhere: ['different', 'another postcode; people move house, so it weighs little'],
  different: ['different', 'different'],
  otherTravelNumber: ['different', 'different; people have several, so it weighs nothing'],
  missing: ['unknown', 'not given on one side or on both'],
  shared: ['unknown', 'not compared: it is the agency’s own, or many workers have it'],
  notKept: ['unknown', 'how it compared was not kept'],
} as const satisfies Record<string, readonly [Verdict, string]>

export type Finding = keyof typeof findings

export const verdictOf = (finding: Finding): Verdict => findings[finding][0]

export const findingWords = (finding: Finding): string => findings[finding][1]

/** What fields are called, in the order in which they are shown. */
export const fieldLabels = {
  nationalIns: 'National Insurance or PPS number',
  travel: 'Passport number or share code',
  firstName: 'First name',
  lastName: 'Last name',
  dob: 'Date of birth',
  email: 'E-mail',
  phone: 'Telephone',
  postcode: 'Postcode',
  gender: 'Gender',
  nationality: 'Nationality',
} as const

export type MatchField = keyof typeof fieldLabels

/** Kinds of identity numbers that make a match by themselves. */
export const exactLabels = {
  nationalIns: 'National Insurance number',
  pps: 'PPS number',
  travel: 'passport number or share code',
} as const

export type ExactKind = keyof typeof exactLabels
export const exactKinds = Object.keys(exactLabels) as ExactKind[]
