// The forms in which records say whose they are. Each carries all that follows from it: the columns it needs, the rows
// that a key may see, and who may see a stored record.

import { memoized } from '../shape/memoized.ts'
import { namesIn } from '../shape/path.ts'
import { columnName, type StoredRecord, storedAt } from '../shape/stored.ts'
import type { Link, Principal, Scope } from './caller.ts'

declare const made: unique symbol

/** One alternative: rows whose columns equal these values, or hold them where a column holds several. */
export type Branch = Readonly<Record<string, string>>

/** The rows a caller may see, as data. Only access/reach.ts makes one: the brand is not exported. */
export type Reach = {
  readonly [made]: true
  readonly branches: readonly Branch[]
}

/** Of the same rows those whose column has one of these values: what a branch says of it already still holds. */
export const narrowReach = (reach: Reach, column: string, values: readonly string[]): Reach => ({
  ...reach,
  branches: reach.branches.flatMap(branch =>
    values
      .filter(value => branch[column] === undefined || branch[column] === value)
      .map(value => ({ ...branch, [column]: value })),
  ),
})

/** Some of its branches, by their place. */
export const onlyBranches = (reach: Reach, keeps: (index: number) => boolean): Reach => ({
  ...reach,
  branches: reach.branches.filter((_, index) => keeps(index)),
})

type Form<P extends string> = {
  /** The paths it uses, each with a column of its own. */
  paths: readonly P[]
  /** The paths that name the owners, where nothing else decides. */
  named?: P
  /** Whether that is one owner, by whom rows are indexed. */
  isOne?: boolean
  /** How many of a row's owners have a column each, with its indexes. With 2 a record cannot have more. Workers, whom others open
   * to any number of companies, have 3, which is enough for most: further companies are found by the whole list. */
  most?: number
}

export type CompanyForm<P extends string = string> = Form<P> & {
  column: string
  grants?: readonly (Grant | { own: string })[]
  /** `granted` is what stands in the column of grants. */
  companies(stored: StoredRecord, granted: readonly string[]): string[]
}

export type AgencyForm<P extends string = string> = Form<P> & {
  branches(asked: AgencyCaller): Branch[]
  /** `links` are those to the company at `connectedTo`. */
  agencies(stored: StoredRecord, links: readonly Link[], connectedTo: string | undefined): string[]
}

/** The agencies of a caller and their links, as far as they are asked for, and where rows name the company that they
 * must be linked to: undefined where people belong to agencies, wherever they work. */
type AgencyCaller = {
  agencies: readonly string[]
  links: readonly Link[]
  connectedTo: string | undefined
  ownOnly: boolean
}

/** Another record that opens this one to its company. */
export type Grant = {
  type: string
  by: string
  owner: string
  /** Whose it is, so that an agency's `company` filter sees only its own: a path, or tokens of `agency id`. */
  agency?: string
  tokens?: string
}

/** Whom a record opens others to, by their ids: its company, and that company with each agency whose work it is. */
export function opensIn(
  { by, owner, agency, tokens }: Grant,
  stored: StoredRecord | undefined,
): Map<string, string[]> {
  const [company] = idsAt(stored, owner)
  const shared = agency === undefined ? [] : idsAt(stored, agency)
  const own = tokens === undefined ? [] : idsAt(stored, tokens).map(token => token.split(' '))
  const agenciesOf = (id: string) => [...shared, ...own.flatMap(([agency, of]) => (of === id ? agency! : []))]
  return new Map(
    company === undefined
      ? []
      : idsAt(stored, by).map(id => [id, [company, ...agenciesOf(id).map(agency => `${company} ${agency}`)]]),
  )
}

/** The column that holds the companies a record is open to through others, and `company agency` pairs. */
export const grantsColumnName = 'open_to'
/** Stands for the agency of a record that belongs to no agency in particular. */
export const noParticularAgency = '*'
/** Stands for all owners, where a record does not say whose it is. */
export const everybody = ''

/** Stands for an owner that does not exist. */
export const nobody = '!'

export const idsAt = (stored: StoredRecord | undefined, path: string): string[] =>
  stored ? (storedAt(stored, namesIn(path)) as string[]) : []

const distinct = (branches: readonly Branch[]): Branch[] => [
  ...new Map(branches.map(branch => [JSON.stringify(branch), branch])).values(),
]

const named = <P extends string>(
  path: P,
  how: Pick<Form<P>, 'isOne' | 'most'>,
): CompanyForm<P> & AgencyForm<P> => {
  const column = columnName(path)
  return {
    paths: [path],
    named: path,
    ...how,
    column,
    companies: stored => idsAt(stored, path),
    branches: ({ agencies, links, connectedTo }) =>
      connectedTo === undefined
        ? agencies.map(agency => ({ [column]: agency }))
        : distinct(
            links.map(({ company, agency }) => ({ [columnName(connectedTo)]: company, [column]: agency })),
          ),
    agencies: (stored, links, connectedTo) =>
      idsAt(stored, path).filter(
        id => connectedTo === undefined || links.some(({ agency }) => agency === id),
      ),
  }
}

export const many = <const P extends string>(path: P, how: { most?: number } = {}) => named(path, how)

/** Seen by the companies that other records open it to, besides what it says itself. */
export const grantedBy = (...grants: NonNullable<CompanyForm['grants']>): CompanyForm<never> => ({
  paths: [],
  column: grantsColumnName,
  grants,
  most: 3,
  companies: (_, granted) => companiesIn(granted),
})

/** Without the pairs beside them. */
export const companiesIn = (granted: readonly string[]) => granted.filter(id => !id.includes(' '))

/** Seen by linked agencies: all, or the one that `owner` names and all where it is generic; what is of a project, by those
 * whose links reach it. */
function shared<P extends string>(
  paths: readonly P[],
  owner: P | undefined,
  project: P | undefined,
): AgencyForm<P> {
  const none = owner === undefined ? [] : [noParticularAgency]
  const owning = (agency: string, ownOnly: boolean): Branch[] =>
    owner === undefined
      ? [{}]
      : [agency, ...(ownOnly ? [] : [noParticularAgency])].map(id => ({ [columnName(owner)]: id }))
  const projectApart = (connectedTo: string) => (project === connectedTo ? undefined : project)
  return {
    paths,
    branches({ links, connectedTo, ownOnly }) {
      if (connectedTo === undefined) return []
      const apart = projectApart(connectedTo)
      const column = apart === undefined ? '' : columnName(apart)
      const found = links.flatMap(({ company, agency, projects }) =>
        owning(agency, ownOnly).flatMap((owned): Branch[] => {
          const whole = { [columnName(connectedTo)]: company, ...owned }
          if (apart === undefined || !projects) return [whole]
          return [...projects, ...none].map(id => ({ ...whole, [column]: id }))
        }),
      )
      const all = new Set(found.map(branch => JSON.stringify(branch)))
      const isCovered = ({ [column]: id, ...whole }: Branch) =>
        id !== undefined && all.has(JSON.stringify(whole))
      return distinct(found.filter(branch => !isCovered(branch)))
    },
    agencies(stored, links, connectedTo) {
      if (connectedTo === undefined) return []
      const apart = projectApart(connectedTo)
      const [owned] = owner === undefined ? [noParticularAgency] : idsAt(stored, owner)
      const ids = apart === undefined ? undefined : idsAt(stored, apart)
      return links
        .filter(({ agency }) => owned === noParticularAgency || owned === agency)
        .filter(({ projects }) => !ids || !projects || ids.some(id => [...projects, ...none].includes(id)))
        .map(({ agency }) => agency)
    },
  }
}

/** Seen by the agencies linked to the record's company, within the projects their links name. */
export const viaLinks = <const P extends string>(project: P) => shared([project], undefined, project)
/** Seen by the agency at this path, and by every linked agency where it is the generic one; of a project's, only
 * those whose links reach the project. */
export const orGeneric = <const P extends string, const J extends string = never>(path: P, project?: J) =>
  shared<P | J>(project === undefined ? [path] : [path, project], path, project)

/** What a key must be able to read besides, by what a record has at a path: of others it learns nothing. */
type FurtherScopes<P extends string = string> = {
  paths: readonly [P]
  column: string
  /** Of every value that there is; none for those that need nothing. */
  of: Readonly<Record<string, readonly Scope[]>>
}

export const furtherScopes = <const P extends string>(
  path: P,
  of: FurtherScopes['of'],
): FurtherScopes<P> => ({ paths: [path], column: columnName(path), of })

/** Every value that there is. */
export const furtherWords = ({ of }: Pick<FurtherScopes, 'of'>): string[] => Object.keys(of)

/** The values that whoever has these scopes is shown. */
export const openValues = ({ of }: Pick<FurtherScopes, 'of'>, scopes: Principal['scopes']): string[] =>
  furtherWords({ of }).filter(value => scopes === 'all' || of[value]!.every(scope => scopes.has(scope)))

/** As it is declared. */
export type DeclaredOwners = {
  company?: string | CompanyForm
  agency?: string | AgencyForm
  /** The company an agency must be linked to, where it is not the one that sees the record. */
  linkedAt?: string
  needs?: FurtherScopes
}
/** `everyone`: any valid key sees every row. */
export type Owners = (DeclaredOwners & { company: string | CompanyForm }) | 'everyone'

export type Ownership = {
  company?: CompanyForm
  agency?: AgencyForm
  linkedAt?: string
  /** The company whose links decide which agencies see a record, where that is one company. */
  connectedTo?: string
  needs?: FurtherScopes
}

const formOf = <F extends object>(given: string | F | undefined) =>
  typeof given === 'string' ? named(given, { isOne: true }) : given

export const ownership = memoized(({ company, agency, linkedAt, needs }: DeclaredOwners): Ownership => {
  const [ofCompany, ofAgency] = [formOf(company), formOf(agency)]
  const connectedTo = linkedAt ?? (ofCompany?.isOne ? ofCompany.named : undefined)
  if (ofAgency && ofCompany?.named !== undefined && connectedTo === undefined)
    throw new Error(`An agency of a record with several companies needs linkedAt: ${ofCompany.named}`)
  return {
    ...(ofCompany && { company: ofCompany }),
    ...(ofAgency && { agency: ofAgency }),
    ...(linkedAt !== undefined && { linkedAt }),
    ...(connectedTo !== undefined && { connectedTo }),
    ...(needs && { needs }),
  }
})

/** What the caller narrows the query to, by the `company` parameter and, for agency keys, by `agency`. */
export type Narrowing = { companies?: readonly string[]; agencies?: readonly string[] }
