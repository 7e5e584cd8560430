// Real processes for tests: the `muster` command, run to its end or kept running.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { operations } from '../../src/api/index.ts'
import { checkAnswer } from './answer-check.ts'
import { command } from './command.ts'
import { eventually } from './eventually.ts'
import { expectNoSecret } from './secret-scan.ts'

const muster = fileURLToPath(new URL('../../muster', import.meta.url))

export type ProcessResult = { code: number | null; stdout: string; stderr: string }

const environment = (more: Record<string, string> = {}) => {
  const { MUSTER_DATA: _, DATABASE_URL: __, PORT: ___, ...rest } = process.env
  return { ...rest, NO_COLOR: '1', ...more }
}

export async function run(
  args: readonly string[],
  env: Record<string, string> = {},
  input?: string,
): Promise<ProcessResult> {
  const child = spawn(muster, args, { env: environment(env), stdio: ['pipe', 'pipe', 'pipe'] })
  const finished = { code: null as number | null, stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', text => {
    finished.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', text => {
    finished.stderr += text
  })
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  ;[finished.code] = (await once(child, 'close')) as [number | null]
  expectNoSecret(finished.stderr, `what muster ${args[0]} said`)
  return finished
}

export type Up = {
  child: ChildProcess
  pid: number
  baseUrl: string
  companyKey: string
  agencyKey: string
  readyMs: number
  log: () => string
}

/** Starts a server and waits until it says that it is ready. */
export async function up(
  data: string,
  args: readonly string[] = ['--demo'],
  env: Record<string, string> = {},
): Promise<Up> {
  const began = performance.now()
  const port = args.includes('--port') ? [] : ['--port', '0']
  const child = spawn(muster, ['up', '--json', ...port, '--data', data, ...args], {
    env: environment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', text => {
    log += text
  })
  const lines = createInterface(child.stdout)
  const ended = once(child, 'close').then(() => {
    throw new Error(`The server ended before it was ready: ${log}`)
  })
  ended.catch(() => {})
  const [line] = (await Promise.race([once(lines, 'line'), ended])) as [string]
  const ready = JSON.parse(line)
  if (ready.error) throw new Error(ready.error.message)
  return {
    child,
    pid: ready.pid,
    baseUrl: ready.baseUrl,
    ...(ready.demo ?? {}),
    readyMs: performance.now() - began,
    log: () => log,
  }
}

export async function stop(server: Up, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  expectNoSecret(server.log(), 'the log of a server')
  if (server.child.exitCode !== null) return server.child.exitCode
  const closed = once(server.child, 'close')
  process.kill(server.pid, signal)
  const [code] = await closed
  return code
}

/** A folder with the tables of an installation, and nothing in them. */
export const emptyFolder = () => copied('empty', data => command(['keys', 'list', '--data', data]))

/** A folder that already holds a small demo programme. */
export const demoFolder = () =>
  copied('demo', async data => stop(await up(data, ['--demo', '--scale', '0.1'])))

/** Made once a run, by whichever test file comes first, then copied. */
async function copied(name: string, make: (data: string) => Promise<unknown>): Promise<string> {
  const template = `${process.env.MUSTER_TEST_CLUSTER}-${name}`
  const ready = join(template, 'ready')
  const first = await mkdir(template).then(
    () => true,
    () => false,
  )
  if (first) {
    await make(join(template, 'data'))
    await writeFile(ready, '')
  }
  await eventually('the template is made', () => stat(ready).catch(() => undefined), 300_000)
  const copy = await dataFolder()
  const copying = spawn('cp', ['-a', `${join(template, 'data')}/.`, copy], { stdio: 'ignore' })
  await once(copying, 'close')
  return copy
}

/** A folder for data; whatever still runs in it is stopped when the tests are over. */
export async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(dirname(process.env.MUSTER_TEST_CLUSTER!), 'muster-process-'))
  after(async () => {
    const running = await postmasterPid(folder).catch(() => undefined)
    if (running !== undefined) await command(['down', '--data', folder])
    await rm(folder, { recursive: true, force: true })
  })
  return folder
}

const timesheets = operations.find(operation => operation.path === '/timesheets')!

/** How many timesheets a key sees, with the answer checked. */
export async function total(server: Up, key = server.companyKey): Promise<number> {
  const url = `${server.baseUrl}/timesheets?limit=1`
  const response = await fetch(url, { headers: { Authorization: `Bearer ${key}` } })
  const body = (await response.json()) as { meta: { total: number } }
  checkAnswer(timesheets, url, response.status, response.headers, body)
  return body.meta.total
}

export const postmasterPid = async (data: string) =>
  Number((await readFile(join(data, 'postgres-18/postmaster.pid'), 'utf8')).split('\n')[0])
