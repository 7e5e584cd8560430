// The system user that the embedded PostgreSQL runs as; knows nothing of clusters and connections.

import { lchown, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

export type Account = { uid: number; gid: number }

const nobody: Account = { uid: 65534, gid: 65534 }

/**
 * PostgreSQL refuses to run as root, so root hands it to the owner of an existing folder, or else to nobody.
 * Everybody else runs it as themselves: undefined.
 */
export async function accountFor(folder: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(folder).catch(() => undefined)
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody
}

/** Gives a folder with all that is in it to the account. */
export async function give(folder: string, account: Account): Promise<void> {
  await lchown(folder, account.uid, account.gid)
  for (const entry of await readdir(folder, { recursive: true })) {
    await lchown(join(folder, entry), account.uid, account.gid)
  }
}
