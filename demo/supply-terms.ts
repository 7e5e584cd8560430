// What is agreed between a company and an agency on payment: deductions, applications, who stands between.
import type { Agency, Company } from './organisations.ts'

/** Deducted under the construction industry scheme: gross, standard or unverified; nothing for an umbrella. */
export function cisPercent({ umbrella, index }: Agency): 0 | 20 | 30 {
  if (umbrella || index % 7 === 1) return 0
  return index % 7 === 4 ? 30 : 20
}

const cisNames = { 0: 'Gross', 20: 'Standard', 30: 'Unverified' }

export function cisOf(agency: Agency) {
  if (agency.umbrella) return null
  const value = cisPercent(agency)
  return { name: cisNames[value], value, display: `${value}%` }
}

/** The company accounts for the VAT, so that none is charged. */
export const reverseCharge = ({ index }: Company): boolean => index % 3 === 1

/** Suppliers apply for payment before they invoice. */
export const byApplication = (company: Company, agency: Agency): boolean =>
  company.index % 3 === 1 || (company.index === 0 && agency.index === 0)

/** The managing company pays the supplier and charges the client. */
export const throughMsp = (company: Company, agency: Agency): boolean =>
  !company.msp && agency.index % 5 === (company.index === 1 ? 0 : 3)

export const paymentTerms = { days: 28, term: 'Days after invoice date' }
