// §2.7: people, and what is known of them that is never shown.

import { many } from '../kernel/reach.ts'
import { recordType } from '../kernel/record-type.ts'
import { companyOnly, flag, instant, list, maybe, ownAgencyOnly, record, text } from '../kernel/shape.ts'
import { address, phone, ref, stamps } from './shapes.ts'

export const Worker = record({
  id: text,
  reference: text,
  firstName: text,
  lastName: text,
  name: text,
  gender: maybe(text),
  nationality: maybe(text),
  dob: maybe(instant),
  email: maybe(text),
  phone: maybe(phone),
  address: maybe(address),
  agencies: ownAgencyOnly(
    'id',
    list(record({ id: text, name: maybe(text), agencyId: maybe(text), active: flag })),
  ),
  trades: list(ref('masterTrade')),
  companyIds: companyOnly(list(record({ company: text, id: text }))),
  ...stamps,
})

export const workers = recordType({
  type: 'worker',
  record: Worker,
  owners: { agency: many('agencies.id') },
})
