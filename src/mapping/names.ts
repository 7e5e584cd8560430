// Recognises columns and files by their names: the words that people use for the properties of records.

/** Words of tables, and what records call the same. */
const synonyms: Record<string, string> = {
  ref: 'reference',
  no: 'number',
  num: 'number',
  hrs: 'hours',
  hr: 'hours',
  wk: 'week',
  amt: 'amount',
  desc: 'description',
  tel: 'phone',
  telephone: 'phone',
  mobile: 'phone',
  cell: 'phone',
  nino: 'national ins',
  ni: 'national ins',
  insurance: 'ins',
  qty: 'quantity',
  headcount: 'quantity',
  mail: 'email',
  added: 'created',
  inserted: 'created',
  modified: 'updated',
  changed: 'updated',
  forename: 'first',
  firstname: 'first',
  surname: 'last',
  lastname: 'last',
  employee: 'worker',
  operative: 'worker',
  op: 'worker',
  person: 'worker',
  client: 'company',
  customer: 'company',
  supplier: 'agency',
  job: 'project',
  location: 'site',
  from: 'start',
  to: 'end',
  ends: 'end',
  ending: 'end',
  starts: 'start',
  birth: 'dob',
  born: 'dob',
  live: 'active',
  enabled: 'active',
  chg: 'charge',
  ot: 'overtime',
  postcode: 'address code',
  town: 'address city',
  state: 'status',
  begin: 'start',
  begins: 'start',
  finish: 'end',
  finishes: 'end',
  until: 'end',
  entered: 'created',
  recorded: 'created',
  touched: 'updated',
  amended: 'updated',
  edited: 'updated',
  given: 'first',
  family: 'last',
  label: 'name',
  title: 'name',
  caption: 'name',
  designation: 'name',
  short: 'prefix',
  abbreviation: 'prefix',
  trading: 'active',
  running: 'active',
  usable: 'active',
  valid: 'active',
  current: 'active',
  employer: 'company',
  staffing: 'agency',
  contract: 'project',
  loc: 'site',
  skill: 'trade',
  craft: 'trade',
  pers: 'worker',
  people: 'worker',
  placement: 'assignment',
  street: 'address line one',
  line1: 'line one',
  post: 'address',
  zip: 'address code',
  sex: 'gender',
  nation: 'nationality',
  rank: 'tier',
  released: 'approved',
}
/** Words that carry no meaning of their own. */
const filler = new Set(['date', 'at', 'on', 'id', 'key', 'code', 'fk', 'the', 'of', 'is', 'name', 'number'])

export function wordsIn(name: string): Set<string> {
  const parts = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(part => part !== '')
  return new Set(parts.flatMap(part => (synonyms[part] ?? part).split(' ')))
}

/** The type of record that a file has, by its name: `tbl_clients_2024.csv` has companies. */
export function typeOfFile(file: string, types: readonly string[]): string | undefined {
  const singular = file
    .replace(/\.\w+(\.gz)?$/, '')
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .split(/[^A-Za-z]+/)
    .map(word => word.toLowerCase().replace(/ies$/, 'y').replace(/s$/, ''))
  const words = new Set(singular.map(word => synonyms[word] ?? word))
  const joined = [...words].join('')
  return types
    .filter(type => words.has(type.toLowerCase()) || joined.includes(type.toLowerCase()))
    .sort((one, other) => other.length - one.length)[0]
}

/** How alike two names are, from 0 to 1. What one has and the other has not counts against them. */
export function nameLikeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const weight = (word: string) => (filler.has(word) ? 0.3 : 1)
  const all = [...new Set([...one, ...other])]
  const sum = (words: readonly string[]) => words.reduce((total, word) => total + weight(word), 0)
  return sum(all.filter(word => one.has(word) && other.has(word))) / sum(all)
}

/** Words for yes and no in other languages, and of lists. */
export const foreignYes = ['ja', 'j', 'oui', 'si', 'sí', 'sim', 'tak', 'active', 'open', 'live', 'x']
export const foreignNo = ['nein', 'nee', 'non', 'não', 'nie', 'inactive', 'closed', '-']
