// Programs of Debian that tests of deploy/ run: installed where they are missing, which needs root and the network.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { after } from 'node:test'

const path = `${process.env.PATH}:/usr/sbin:/sbin`

/** Installs the packages of those that are missing; `programs` has the package of each. */
export function installed(programs: Record<string, string>): void {
  const isThere = (name: string) => path.split(':').some(folder => existsSync(`${folder}/${name}`))
  const missing = Object.keys(programs).filter(name => !isThere(name))
  if (missing.length === 0) return
  const packages = missing.map(name => programs[name]!)
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const { status, stderr } = spawnSync('apt-get', args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`apt-get ${args.join(' ')} failed: ${stderr}`)
  }
}

export type Ended = { code: number | null; said: string; stdout: string }

export async function program(
  name: string,
  args: readonly string[],
  { input, cwd, env }: { input?: string; cwd?: string; env?: Record<string, string> } = {},
): Promise<Ended> {
  const child = spawn(name, args, { env: { ...process.env, PATH: path, ...env }, ...(cwd && { cwd }) })
  const ended: Ended = { code: null, said: '', stdout: '' }
  child.stdout.setEncoding('utf8').on('data', text => {
    ended.said += text
    ended.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', text => {
    ended.said += text
  })
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  ;[ended.code] = (await once(child, 'close')) as [number | null]
  return ended
}

/** Runs until the tests are over. */
export function running(
  name: string,
  args: readonly string[],
  env: Record<string, string> = {},
): ChildProcess {
  const child = spawn(name, args, { env: { ...process.env, PATH: path, ...env }, stdio: 'ignore' })
  after(async () => {
    if (child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill()
    await ended
  })
  return child
}
