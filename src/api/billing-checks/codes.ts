// Every code of a billing check: what it means, how sure it is, who is told of it, and what else a key must be able to read.
// The one table: the API, its documents, the portal and the tests ask it. docs/billing-checks.md has the rules.
import type { Caller, CallerKind } from '../../access/caller.ts'
import type { Flow } from '../invoices.ts'
import type { ScopeName } from '../scopes.ts'

/** How sure a finding is. */
export const severities = {
  certain: 'the records contradict each other',
  likely: 'it is hardly right',
  look: 'there may be a reason that the records do not tell',
} as const

export type Severity = keyof typeof severities

/** Whom a finding is worked out for. */
export const sideKinds = {
  client: 'the company that the work was done for',
  agency: 'the agency that supplied the workers',
  msp: 'the company that manages the supply',
} as const

export type SideKind = keyof typeof sideKinds

/** The flows of the invoices and AfPs that each side is told of; it may be able to fetch others. */
export const sideFlows: Readonly<Record<SideKind, readonly Flow[]>> = {
  client: ['supplierToClient', 'mspToClient'],
  agency: ['supplierToClient', 'supplierToMsp'],
  msp: ['supplierToMsp', 'mspToClient'],
}

/** What both values of a finding are in. */
export const findingUnits = {
  pounds: 'pounds',
  hours: 'hours',
  days: 'days',
} as const

export type FindingUnit = keyof typeof findingUnits

/** Whoever asks for billing checks at all needs these. */
export const billingCheckScopes = ['read:timesheets', 'read:invoices'] as const satisfies readonly ScopeName[]

type CodeDeclaration = {
  meaning: string
  /** The first unless the rule says when it is another. */
  severities: readonly [Severity, ...Severity[]]
  sides: readonly SideKind[]
  /** Besides those that every billing check needs. */
  furtherScopes: readonly ScopeName[]
}

const supplied = ['client', 'agency'] as const
const everybody = ['client', 'agency', 'msp'] as const

export const billingCodes = {
  notBilled: {
    meaning: 'an approved timesheet is on no invoice',
    severities: ['likely', 'look'],
    sides: supplied,
    furtherScopes: [],
  },
  billedTwice: {
    meaning: 'a timesheet is on two invoices of one flow, and neither is credited in full',
    severities: ['certain'],
    sides: supplied,
    furtherScopes: [],
  },
  notApproved: {
    meaning: 'a timesheet is on an invoice and is not approved, or no longer',
    severities: ['certain'],
    sides: supplied,
    furtherScopes: [],
  },
  changedSinceBilled: {
    meaning: 'a timesheet was amended after it was billed',
    severities: ['certain'],
    sides: supplied,
    furtherScopes: [],
  },
  sumDiffers: {
    meaning: 'an invoice does not bill what its timesheets, piece rates and expenses come to',
    severities: ['certain'],
    sides: supplied,
    furtherScopes: ['read:expenses'],
  },
  hoursDiffer: {
    meaning: 'an invoice does not have the hours of its timesheets',
    severities: ['certain'],
    sides: supplied,
    furtherScopes: [],
  },
  rateDiffers: {
    meaning: 'a timesheet has other rates than its assignment, or other piece rates than were agreed',
    severities: ['likely', 'look'],
    sides: supplied,
    furtherScopes: ['read:assignments', 'read:rates'],
  },
  outsideAssignment: {
    meaning: 'a timesheet has days outside its assignment, or another site or project',
    severities: ['likely'],
    sides: supplied,
    furtherScopes: ['read:assignments'],
  },
  overlaps: {
    meaning: 'two timesheets of one worker have the same time',
    severities: ['likely'],
    sides: supplied,
    furtherScopes: [],
  },
  overOrder: {
    meaning: 'work goes beyond the value of its purchase order, or is not covered by it',
    severities: ['certain'],
    sides: ['client'],
    furtherScopes: ['read:assignments', 'read:purchase-orders'],
  },
  creditTooLarge: {
    meaning: 'more was credited than an invoice comes to',
    severities: ['certain'],
    sides: everybody,
    furtherScopes: ['read:credit-notes'],
  },
  taxDiffers: {
    meaning: 'VAT or CIS is not what the rates on the invoice make it',
    severities: ['certain'],
    sides: everybody,
    furtherScopes: ['read:expenses'],
  },
  afpDiffers: {
    meaning: 'an invoice is not what its applications for payment applied for',
    severities: ['likely'],
    sides: supplied,
    furtherScopes: ['read:expenses'],
  },
  flowsDiffer: {
    meaning: 'the MSP bills other hours than it is billed',
    severities: ['likely'],
    sides: ['msp'],
    furtherScopes: [],
  },
} as const satisfies Readonly<Record<string, CodeDeclaration>>

export type BillingCode = keyof typeof billingCodes

export const billingCodeNames = Object.keys(billingCodes) as BillingCode[]

/** What each code needs besides. */
export const scopesOfCodes: Readonly<Record<string, readonly ScopeName[]>> = Object.fromEntries(
  billingCodeNames.map(code => [code, billingCodes[code].furtherScopes]),
)

const isToldTo = (code: BillingCode, kind: CallerKind) =>
  billingCodes[code].sides.some(side => (side === 'agency') === (kind === 'agency'))

/** What such a key would be told of if it had further scopes, with those that are missing. */
export const notChecked = ({
  kind,
  scopes,
}: Pick<Caller, 'kind' | 'scopes'>): { code: BillingCode; scopes: ScopeName[] }[] =>
  billingCodeNames
    .filter(code => isToldTo(code, kind))
    .map(code => ({ code, scopes: scopesOfCodes[code]!.filter(scope => !scopes.has(scope)) }))
    .filter(({ scopes }) => scopes.length > 0)

/** So many days after its week what waits counts, unless somebody asks for others. */
export const usualGraceDays = 14
