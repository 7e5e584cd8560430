// The rows a caller may see, as data. Only access/reach.ts makes one: the brand is not exported.

declare const made: unique symbol

/** One alternative: rows whose columns equal these values, or hold them where a column holds several. */
export type Branch = Readonly<Record<string, string>>

export type Reach = {
  readonly [made]: true
  readonly branches: readonly Branch[]
}

/** Of the same rows those whose column has one of these values: what a branch says of it already still holds. */
export const narrowed = (reach: Reach, column: string, values: readonly string[]): Reach => ({
  ...reach,
  branches: reach.branches.flatMap(branch =>
    values
      .filter(value => branch[column] === undefined || branch[column] === value)
      .map(value => ({ ...branch, [column]: value })),
  ),
})

/** Some of its branches, by their place. */
export const only = (reach: Reach, keeps: (index: number) => boolean): Reach => ({
  ...reach,
  branches: reach.branches.filter((_, index) => keeps(index)),
})

/** Where a record says whose it is. */
export type CompanyPath = string | Many | Granted
export type AgencyPath = string | Many | Via | Generic

export type Many = { many: string }
export type Via = { via: 'links'; project: string }
export type Generic = { orGeneric: string; project?: string }
/** Other records that open this one to their company, besides what it says itself. */
export type Granted = { grantedBy: readonly (Grant | { own: string })[] }
export type Grant = {
  type: string
  by: string
  owner: string
  /** Whose it is, so that an agency's `company` filter sees only its own: a path, or tokens of `agency id`. */
  agency?: string
  tokens?: string
}

/** `everyone`: any valid key sees every row. */
export type Owners =
  | {
      company: CompanyPath
      agency?: AgencyPath
      /** The company an agency must be linked to, where it is not the one that sees the record. */
      linkedAt?: string
    }
  | 'everyone'

/** The company whose connections decide which agencies see a record, where that is one company. */
export function connectionPath(owners: Partial<Exclude<Owners, 'everyone'>> | 'everyone' | undefined) {
  if (!owners || owners === 'everyone') return undefined
  return owners.linkedAt ?? (typeof owners.company === 'string' ? owners.company : undefined)
}

/** In whose name a record may be seen: a company's, or an agency's that is connected to a company. */
export const asCompany = (company: string) => `c:${company}`
export const asAgency = (agency: string, company: string) => `a:${agency}@${company}`

/** The column that holds the companies a record is open to through others. */
export const grantsColumnName = 'open_to'
/** What a record that is nobody's in particular has in place of an agency. */
export const generic = '*'
/** Stands where there is an owner, and it is nobody that we know. */
export const nobody = '!'

export const many = <const P extends string>(path: P) => ({ many: path })
/** Seen by the agencies linked to the record's company, within the projects their links name. */
export const viaLinks = <const P extends string>(project: P) => ({ via: 'links', project }) as const
/** Seen by the agency at this path, and by every linked agency where it is the generic one; of a project's, only
 * those whose links reach the project. */
export const orGeneric = <const P extends string, const J extends string>(path: P, project: J) => ({
  orGeneric: path,
  project,
})
export const grantedBy = (...grants: Granted['grantedBy']): Granted => ({ grantedBy: grants })

/** What the caller asks to be narrowed to, by the `company` parameter and, of agency keys, by `agency`. */
export type Narrowing = { companies?: readonly string[]; agencies?: readonly string[] }
