// What an API key may have, whether the command line or the operator's interface asks for it.

import type { CallerKind } from '../access/caller.ts'
import { scopesFor } from '../api/scopes.ts'
import type { Database } from '../database/database.ts'
import { badRequest, Problem } from '../errors/problem.ts'
import { plainRange } from '../formats/ip-address.ts'
import { type KeyInfo, unknownOwners } from '../store/keys/keys.ts'

/** A sign-in follows the key that it was made with. */
export function refuseSignIn({ parentId, parentName }: Pick<KeyInfo, 'parentId' | 'parentName'>): void {
  if (parentId !== null)
    throw badRequest(
      `This is a sign-in with the key "${parentName}": what it may do follows that key. Change the key, or revoke this`,
    )
}

type KeyLists = { scopes?: string[]; owners?: string[]; allowedIps?: string[] }

/** The lists that are given, each without repetitions and addresses in one form. */
export async function checkedKey(
  database: Database,
  kind: CallerKind,
  { scopes, owners, allowedIps }: { [name in keyof KeyLists]: readonly string[] },
): Promise<KeyLists> {
  const open: readonly string[] = scopesFor(kind)
  const wrong = scopes?.find(scope => !open.includes(scope))
  if (wrong !== undefined)
    throw badRequest(`"${wrong.slice(0, 80)}" is not a scope of ${kind} keys, which are ${open.join(', ')}`)
  if (scopes?.length === 0) throw badRequest(`Give at least one scope: ${open.join(', ')}`)
  if (owners?.length === 0) throw badRequest(`Give the id of at least one ${kind}`)
  const unknown = owners ? await unknownOwners(database, kind, owners) : []
  if (unknown.length > 0)
    throw new Problem('NOT_FOUND', `There is no ${kind} ${unknown.join(', ')}; load it first`)
  return {
    ...(scopes && { scopes: [...new Set(scopes)] }),
    ...(owners && { owners: [...new Set(owners)] }),
    ...(allowedIps && { allowedIps: [...new Set(allowedIps.map(rangeOf))] }),
  }
}

function rangeOf(address: string): string {
  const range = plainRange(address)
  if (range !== undefined) return range
  throw badRequest(
    `"${address.slice(0, 80)}" is not an address or a CIDR range such as 203.0.113.0/24 or 2001:db8::/32`,
  )
}
