// The lock of a cluster's folder, which the kernel keeps for as long as any process of its PostgreSQL lives. PostgreSQL's own lock
// file holds the number of a process, and that means nothing in another container or on another machine.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type FileHandle, open } from 'node:fs/promises'
import { text } from 'node:stream/consumers'

/** `taken`: a PostgreSQL runs on the folder, wherever. `why`: this machine or this disk has no such locks. */
export type FolderLock = { file: FileHandle; why?: string } | 'taken'

/** The lock belongs to the open file: whoever inherits it holds it too, and it ends with the last of them. */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const file = await open(`${folder}.lock`, 'a', 0o600)
  const outcome = await locked(file)
  if (outcome === 'taken') {
    await file.close()
    return 'taken'
  }
  return { file, ...(outcome !== 'ours' && { why: outcome }) }
}

/** Node has no call for it; the program is part of every common Linux. */
async function locked(file: FileHandle): Promise<string> {
  const child = spawn('flock', ['-x', '-n', '3'], { stdio: ['ignore', 'ignore', 'pipe', file.fd] })
  try {
    const [said, [code]] = await Promise.all([text(child.stderr!), once(child, 'close')])
    if (code === 0) return 'ours'
    return code === 1 && said === '' ? 'taken' : said.trim() || `flock ended with ${code}`
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return 'the program flock, of util-linux, is missing'
  }
}
