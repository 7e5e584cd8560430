// Lists that are the same for every key: countries, telephone codes, genders.

import { byCodePoints } from '../formats/fold.ts'
import { capitalized } from '../formats/words.ts'
import { computedList } from '../kernel/resource/computed-list.ts'
import { list, record, type TSchema, text } from '../shape/shape.ts'
import { countries, telephoneCodes } from './country-data.ts'

export const genders = ['Male', 'Female', 'Non-binary', 'Prefer not to say'] as const

/** Nationality takes one of these names; the contract writes "Irish", so the list has it beside Ireland. */
export const nationalities = [...countries, { code: 'IE', name: 'Irish' }].sort((a, b) =>
  byCodePoints(a.name, b.name),
)

const fixed = (
  path: string,
  topic: string,
  noun: string,
  shape: TSchema,
  rows: readonly { name: string }[],
) =>
  computedList({
    path,
    name: `list${capitalized(topic)}`,
    topic,
    noun,
    summary: `List ${path.slice(1).replaceAll('-', ' ')}`,
    record: shape,
    searches: { described: 'name', texts: ({ name }) => [name] },
    work: async () => rows,
  })

const country = record({
  code: [text, 'ISO 3166 code of two letters.'],
  name: [text, 'What nationality and address.country take, exactly.'],
})
const telephoneCode = record({
  name: [text, 'The dialling code with its +, as countryCode takes it.'],
  countries: [list(text), 'Where it is used.'],
})
const gender = record({ name: [text, 'What gender takes, exactly.'] })

export const referenceLists = [
  fixed('/countries', 'countries', 'country', country, nationalities),
  fixed(
    '/telephone-country-codes',
    'telephoneCountryCodes',
    'telephone country code',
    telephoneCode,
    telephoneCodes.map(({ code, countries }) => ({ name: code, countries })),
  ),
  fixed(
    '/genders',
    'genders',
    'gender',
    gender,
    genders.map(name => ({ name })),
  ),
]
