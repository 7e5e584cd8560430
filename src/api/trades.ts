// §2.10: the trades a company hires, and what they are called elsewhere.
import { recordType } from '../kernel/record-type.ts'
import { flag, list, maybe, mention, record, text } from '../kernel/shape.ts'
import { ref, stamps } from './shapes.ts'

const Trade = record({
  id: text,
  name: text,
  description: maybe(text),
  active: flag,
  company: ref('company'),
  masterTrade: maybe(ref('masterTrade')),
  tags: list(mention('tag', 'name', 'description')),
  ...stamps,
})

export const trades = recordType({ type: 'trade', record: Trade, owners: { company: 'company.id' } })
