// Owners as keys, feeds and events name them, and the names in which records are seen: besides SQL, such texts are written and
// read here alone, and in SQL in store/records/owners-sql.ts.
import type { CallerKind, Principal } from './caller.ts'

type Owner = { kind: CallerKind; id: string }

export const asOwner = (kind: CallerKind, id: string) => `${kind === 'company' ? 'c' : 'a'}:${id}`
export const ownersOf = (kind: CallerKind, ids: readonly string[]) => ids.map(id => asOwner(kind, id))

export const isCompanyOwner = (owner: string) => owner.startsWith('c:')
export const readOwner = (owner: string): Owner => ({
  kind: isCompanyOwner(owner) ? 'company' : 'agency',
  id: owner.slice(2),
})
export const ownerIds = (owners: readonly string[]) => owners.map(owner => readOwner(owner).id)

/** The owners that a key is for: an agency key's companies are not its own. */
export const ownersOfKey = ({ kind, companies, agencies }: Principal) =>
  ownersOf(
    kind,
    (kind === 'company' ? companies : agencies).map(({ id }) => id),
  )

/** An owner as which a record may be seen: a company, or an agency that is connected to a company. */
export const asCompany = (company: string) => asOwner('company', company)
export const asAgency = (agency: string, company: string) => `${asOwner('agency', agency)}@${company}`

/** The owner that sees something in this name. */
export const ownerSeeing = (name: string) => name.split('@')[0]!
/** The company that it has to be connected to: an agency's alone says one. */
export const connectedIn = (name: string) => name.split('@')[1]

/** In place of an owner: an agency that work is about, and that is not told of it. */
export const asUntold = (agency: string) => `of:${agency}`
/** In place of an owner: nobody is told. */
export const untold = asUntold('')
/** The agency that work is for or about. */
export const agencyOfWork = (owner: string): string | undefined => owner.match(/^(?:a|of):(.+)$/)?.[1]
