// The rows a caller may see, as data. Only access/reach.ts makes one: the brand is not exported.

declare const made: unique symbol

/** One alternative: rows whose columns equal these values. */
export type Branch = Readonly<Record<string, string>>

export type Reach = {
  readonly [made]: true
  readonly branches: readonly Branch[]
}

/** Where a record says whose it is: a path, many of them in a list, or the agency's links to companies. */
export type OwnerPath = string | Many | Via

export type Many = { many: string }
export type Via = { via: 'links'; project: string }

export type Owners = { company: string; agency?: OwnerPath }

export const many = <const P extends string>(path: P) => ({ many: path })
/** Seen by the agencies linked to the record's company, within the projects their links name. */
export const viaLinks = <const P extends string>(project: P) => ({ via: 'links', project }) as const
