// Lists that are the same for every key: countries, telephone codes, genders.
import { fixedList } from '../kernel/operation/fixed-list.ts'
import { list, record, text } from '../shape/shape.ts'
import { countries, telephoneCodes } from './country-data.ts'

export const genders = ['Male', 'Female', 'Non-binary', 'Prefer not to say'] as const

/** Nationality takes one of these names; the contract writes "Irish", so the list has it beside Ireland. */
export const nationalities = [...countries, { code: 'IE', name: 'Irish' }].sort((a, b) =>
  a.name < b.name ? -1 : 1,
)

export const referenceLists = [
  fixedList({
    path: '/countries',
    noun: 'country',
    tool: 'reference:countries',
    summary: 'List countries',
    record: record({ code: text, name: text }),
    rows: nationalities,
  }),
  fixedList({
    path: '/telephone-country-codes',
    noun: 'telephone country code',
    tool: 'reference:telephoneCountryCodes',
    summary: 'List telephone country codes',
    record: record({ name: text, countries: list(text) }),
    rows: telephoneCodes.map(({ code, countries }) => ({ name: code, countries })),
  }),
  fixedList({
    path: '/genders',
    noun: 'gender',
    tool: 'reference:genders',
    summary: 'List genders',
    record: record({ name: text }),
    rows: genders.map(name => ({ name })),
  }),
]
