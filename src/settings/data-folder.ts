// The folder that an installation keeps its data in: made where it is missing, and refused in one sentence where it cannot
// be written.
import { mkdir, mkdtemp, rmdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

export class DataFolderProblem extends Error {}

/** What else fails, such as a full disk, is for whoever needs it to tell. */
const reasons: Record<string, string> = {
  EROFS: 'the file system is read-only',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  ENOENT: 'no folder can be made there',
  ENOTDIR: 'part of its path is not a folder',
  EEXIST: 'there is a file of that name',
}

export async function ownFolder(folder: string): Promise<void> {
  try {
    await make(resolve(folder))
    await rmdir(await mkdtemp(join(folder, '.write-')))
  } catch (error) {
    const reason = reasons[(error as NodeJS.ErrnoException).code ?? '']
    if (!reason) return
    throw new DataFolderProblem(
      `The data folder ${folder} cannot be written (${reason}); choose another with --data FOLDER or MUSTER_DATA, or let this user write to it`,
    )
  }
}

/** One level after another: Node's own way reports a read-only disk as ENOENT, and tries for ever under /proc. */
async function make(folder: string): Promise<void> {
  if ((await stat(folder).catch(() => undefined))?.isDirectory()) return
  const parent = dirname(folder)
  if (parent !== folder) await make(parent)
  await mkdir(folder).catch(async (error: NodeJS.ErrnoException) => {
    // Another process may have been faster.
    if (error.code !== 'EEXIST' || !(await stat(folder)).isDirectory()) throw error
  })
}
