// What is kept for the checks of new workers (§4.12): results of Home Office checks, by agency, share code and date
// of birth, and each company's access to the card schemes' smart check. Neither has an operation of its own.

import { addressFault } from '../formats/web-address.ts'
import { child } from '../kernel/resource/child.ts'
import { type Named, recordType } from '../kernel/resource/record-type.ts'
import { hashIn } from '../kernel/resource/seal.ts'
import { isShareCode, travelNumber } from '../matching/identity-numbers.ts'
import { InvalidValue } from '../shape/invalid-value.ts'
import { flag, instant, maybe, oneOf, record, text } from '../shape/shape.ts'
import type { Stored } from '../shape/stored.ts'
import { ref } from './shapes.ts'
import { rightToWorkResult } from './workers.ts'

/** What a result is found by when a worker with that share code is created. */
const codeRows = child({
  name: 'code',
  edition: 1,
  columns: { agency: 'text', hash: 'text', dob: 'text', checkedAt: 'instant' },
  indexes: [['agency', 'hash']],
  rows: ({ record, facts }) => {
    const { agency, dob, checkedAt } = record as { agency: { id: string }; dob: string; checkedAt: string }
    const hash = hashIn(facts.shareCode)
    return hash ? [{ agency: agency.id, hash, dob: dob.slice(0, 10), checkedAt }] : []
  },
})

export const rightToWorkChecks = recordType({
  type: 'rightToWorkCheck',
  record: record({ id: text, agency: ref('agency'), dob: instant, ...rightToWorkResult }),
  facts: record({ shareCode: maybe(text) }),
  sealed: { shareCode: travelNumber },
  needsSealed: true,
  owners: { agency: 'agency.id' },
  children: [codeRows],
  complete({ facts }: Stored, named: Named) {
    const isKept = !named.facts.has('shareCode') && facts.shareCode !== undefined
    if (!isKept && !isShareCode((facts.shareCode ?? '') as string))
      throw new InvalidValue(
        'facts.shareCode',
        'is not a share code',
        'give 9 letters and digits, such as W4G12K88K',
      )
  },
})

export const smartCheckConfigurations = recordType({
  type: 'smartCheckConfiguration',
  record: record({
    id: text,
    company: ref('company'),
    provider: oneOf('http', 'simulator'),
    address: maybe(text),
    active: flag,
  }),
  facts: record({ credentials: maybe(text) }),
  sealed: { credentials: given => ({ text: given, foundBy: `credentials:${given}` }) },
  matched: ['company.id'],
  complete: ({ record }: Stored) => checkProvider(record),
})

function checkProvider({ provider, address }: Record<string, unknown>): void {
  if (provider === 'simulator') return
  const fault = typeof address === 'string' ? addressFault(address) : 'is missing'
  if (!fault) return
  const hint = 'give the address of the smart check: https on port 443 or 8443, in public'
  throw new InvalidValue('record.address', fault, hint)
}
