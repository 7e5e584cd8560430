// A small disk of memory that can be filled: in a mount namespace of its own, so that it is gone with whoever holds it.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, open, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export type SmallDisk = { path: string; close(): Promise<void> }

/** Whose it is, and how much it holds. */
type Wanted = { uid: number; gid: number; megabytes: number }

/** Undefined where the machine lets nobody mount one. Whoever reaches it by its path must be the user whose it is. */
export async function smallDisk({ uid, gid, megabytes }: Wanted): Promise<SmallDisk | undefined> {
  // As others reach it there.
  const folder = await mkdtemp(join(dirname(process.env.MUSTER_TEST_CLUSTER!), 'muster-disk-'))
  await chmod(folder, 0o711)
  const remove = () => rm(folder, { recursive: true, force: true })
  const mounting = `mount -t tmpfs -o size=${megabytes}m,mode=700,uid=${uid},gid=${gid} tmpfs "$0"`
  // Its user may reach it once the process that holds it is that user's. It ends as soon as this process does.
  const holding = `${mounting} && exec setpriv --reuid=${uid} --regid=${gid} --clear-groups sh -c 'echo held; exec cat'`
  const child = spawn('unshare', ['-m', 'sh', '-c', holding, folder], { stdio: ['pipe', 'pipe', 'ignore'] })
  const ended = once(child, 'close').catch(() => {})
  const held = await Promise.race([once(child.stdout, 'data'), ended.then(() => undefined)])
  if (!held) {
    await remove()
    return undefined
  }
  return {
    path: join(`/proc/${child.pid}/root`, folder),
    async close() {
      child.stdin.end()
      await ended
      await remove()
    },
  }
}

/** Takes all there is left; what it gives back frees it. */
export async function fill(disk: string): Promise<() => Promise<void>> {
  const path = join(disk, 'filler')
  const file = await open(path, 'w')
  const piece = Buffer.alloc(64 * 1024)
  for (let size = piece.length; size >= 1; )
    await file.write(piece, 0, size).catch(error => {
      assert.equal(error.code, 'ENOSPC')
      size = Math.floor(size / 2)
    })
  await file.close()
  assert.ok((await stat(path)).size > 0)
  return () => rm(path)
}
