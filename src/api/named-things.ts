// Small records that others name: regions, sectors, activities, cost codes. Loaded, never listed.
import { recordType } from '../kernel/resource/record-type.ts'
import { maybe, record, text } from '../shape/shape.ts'

const named = (type: string) => recordType({ type, record: record({ id: text, name: text }) })

export const regions = named('region')
export const sectors = named('sector')
export const activities = named('activity')

export const costCodes = recordType({
  type: 'costCode',
  record: record({ id: text, name: text, description: maybe(text) }),
})
