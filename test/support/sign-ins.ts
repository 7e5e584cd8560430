// Sign-ins with keys, each with a secret that works for as long as a test needs it.
import { newSecret } from '../../src/access/key-format.ts'
import type { Database } from '../../src/database/database.ts'
import {
  createKey,
  createSignIn,
  type KeyInfo,
  lendSecret,
  type NewKey,
  type NewSignIn,
} from '../../src/store/keys/keys.ts'

const farOff = new Date('2099-01-01T00:00:00Z')
const lentSeconds = 3600

/** Of all that the key may, unless less is given. */
export async function signInWith(
  database: Database,
  parent: KeyInfo,
  given: Partial<NewSignIn> = {},
): Promise<{ secret: string; key: KeyInfo }> {
  const { scopes, owners } = parent
  const key = await createSignIn(database, parent.id, {
    name: 'An assistant',
    scopes,
    owners,
    expiresAt: farOff,
    ...given,
  })
  const secret = newSecret(parent.kind)
  await lendSecret(database, key!.id, secret, lentSeconds)
  return { secret, key: key! }
}

/** The secret of a sign-in for these owners alone, with a key that has others besides. */
export async function narrowedSecret(
  database: Database,
  wide: NewKey,
  owners: readonly string[],
): Promise<string> {
  const { key } = await createKey(database, wide)
  return (await signInWith(database, key, { owners })).secret
}
