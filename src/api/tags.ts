// §2.3: a company's own labels for users and trades.
import { recordType } from '../kernel/record-type.ts'
import { flag, maybe, oneOf, record, text } from '../kernel/shape.ts'
import { stamps } from './shapes.ts'

const Tag = record({
  id: text,
  reference: maybe(text),
  name: text,
  description: maybe(text),
  company: text,
  mandatory: flag,
  resourceType: oneOf('user', 'trade'),
  ...stamps,
})

export const tags = recordType({ type: 'tag', record: Tag, owners: { company: 'company' } })
