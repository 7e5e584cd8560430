// ETags: each stands for the key, the address and the version of all that the key can see, and reveals none of them.
import { hash } from 'node:crypto'
import type { Caller } from '../../access/caller.ts'
import { version as release } from '../../settings/version.ts'

export const entityTag = ({ keyId, version }: Caller, address: string): string =>
  `W/"${hash('sha256', `${release} ${keyId} ${version} ${address}`, 'base64url').slice(0, 22)}"`

/** `If-None-Match` is a list; strong or weak makes no difference (RFC 9110). A star is nobody's tag. */
export const namesTag = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch?.split(',').some(one => one.trim().replace(/^W\//, '') === tag.slice(2)) ?? false
