// Python for tests: the interpreter of this machine with the package of sdk/python on its path.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const sources = fileURLToPath(new URL('../../sdk/python', import.meta.url))

/** What a program printed; fails with all that it said where it did not end well. */
export function python(
  args: readonly string[],
  { cwd, env = {}, bin = 'python3' }: { cwd?: string; env?: Record<string, string>; bin?: string } = {},
): Promise<string> {
  const paths = { PYTHONPATH: sources, PYTHONDONTWRITEBYTECODE: '1' }
  return new Promise((resolve, reject) => {
    execFile(bin, args, { cwd, env: { ...process.env, ...paths, ...env } }, (error, stdout, stderr) => {
      if (!error) return resolve(stdout)
      const missing =
        error.code === 'ENOENT' ? 'python3 was not found: apt-get install -y python3' : undefined
      reject(new assert.AssertionError({ message: missing ?? `${stdout}${stderr}` }))
    })
  })
}
