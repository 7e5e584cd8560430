// What is kept for the checks of new workers (§4.12): results of Home Office checks, by agency, share code and date
// of birth, and each company's access to the card schemes' smart check. Neither has an operation of its own.

import { addressFault } from '../formats/web-address.ts'
import { isShareCode, travelNumber } from '../matching/identity-numbers.ts'
import { childRows } from '../record-types/child.ts'
import { recordType } from '../record-types/record-type.ts'
import { hashIn } from '../record-types/seal.ts'
import { InvalidValue } from '../shape/invalid-value.ts'
import { flag, instant, maybe, record, sealed, text, words } from '../shape/shape.ts'
import type { StoredOf } from '../shape/stored.ts'
import { configurationClearanceRechecks } from './clearances/rechecks.ts'
import { rightToWorkResult } from './shapes/worker.ts'
import { recordId, ref } from './shapes.ts'

const Check = record({
  id: recordId,
  agency: [ref('agency'), 'For whom it was made.'],
  dob: [instant, 'Date of birth that it was made with.'],
  ...rightToWorkResult,
})
const CheckFacts = record({
  shareCode: [sealed(travelNumber, maybe(text), true), 'The share code it was made with; required.'],
})

/** What a result is found by when a worker with that share code is created. */
const codeRows = childRows({
  name: 'code',
  edition: 1,
  columns: { agency: 'text', hash: 'text', dob: 'text', checkedAt: 'instant' },
  indexes: [['agency', 'hash']],
  rows({ record, facts }: StoredOf<typeof Check, typeof CheckFacts>) {
    const { agency, dob, checkedAt } = record
    const hash = hashIn(facts.shareCode)
    return hash ? [{ agency: agency.id, hash, dob: dob.slice(0, 10), checkedAt }] : []
  },
})

export const rightToWorkChecks = recordType({
  type: 'rightToWorkCheck',
  record: Check,
  facts: CheckFacts,
  owners: { agency: 'agency.id' },
  rules: {
    complete({ facts: { shareCode } }, named) {
      const isKept = !named.facts.has('shareCode') && shareCode !== undefined
      if (!isKept && !isShareCode(shareCode ?? ''))
        throw new InvalidValue(
          'facts.shareCode',
          'is not a share code',
          'give 9 letters and digits, such as W4G12K88K',
        )
    },
  },
  derived: { children: [codeRows] },
})

export const smartCheckConfigurations = recordType({
  type: 'smartCheckConfiguration',
  record: record({
    id: recordId,
    company: [ref('company'), 'Who pays for the checks.'],
    provider: [words({ http: 'asks the address', simulator: 'makes answers up' }), 'Who answers.'],
    address: [maybe(text), 'Where to ask; required with http.'],
    active: [flag, 'Whether it is used.'],
  }),
  facts: record({
    credentials: [
      sealed(given => ({ text: given, foundBy: `credentials:${given}` }), maybe(text)),
      'What is sent to the address as Authorization.',
    ],
  }),
  rules: {
    complete({ record: { provider, address } }, _named, allowed) {
      if (provider === 'simulator') return
      const fault = address === undefined ? 'is missing' : addressFault(address, allowed)
      if (!fault) return
      const hint = 'give the address of the smart check: https on port 443 or 8443, in public'
      throw new InvalidValue('record.address', fault, hint)
    },
  },
  derived: { columns: ['company.id'], rechecks: configurationClearanceRechecks },
})
