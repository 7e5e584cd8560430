// Archives whose bytes depend on nothing but what is in them: names in order, no owners, one time.
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { constants, gzipSync } from 'node:zlib'

const largest = 256 * 1024 * 1024

/** `folder` of `parent` with all that is in it, compressed by the Node that comes along, which is the same everywhere. */
export async function tarball(file: string, parent: string, folder: string, time: Date): Promise<void> {
  const { stdout } = await promisify(execFile)(
    'tar',
    [
      '--create',
      '--file=-',
      '--format=ustar',
      '--sort=name',
      `--mtime=@${Math.floor(time.getTime() / 1000)}`,
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '--mode=a+rX,u+w,go-w',
      `--directory=${parent}`,
      folder,
    ],
    { encoding: 'buffer', maxBuffer: largest, env: { ...process.env, LC_ALL: 'C' } },
  )
  await writeFile(file, gzipSync(stdout, { level: constants.Z_BEST_COMPRESSION }))
}
