// Where mutants are tried: a copy of the checkout each, beside one PostgreSQL for all; the working tree stays as it is.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type Database, openDatabase } from '../../src/database/database.ts'
import { name, sql } from '../../src/database/sql.ts'
import { runningDatabase } from '../../src/embedded/postgresql.ts'
import { globalSetup, globalTeardown } from '../../test/support/cluster.ts'

/** `because` is the test that failed first, or why there was none; `said` what it failed with besides. */
export type Ended = { passed: boolean; ms: number; because: string; said: string }

/** Why a test ended that was given no more time. */
export const tookTooLong = 'it took too long'

export type Bench = {
  write(file: string, text: string): Promise<void>
  run(test: string, timeoutMs: number, more?: RunOptions): Promise<Ended>
}

export type RunOptions = {
  /** Databases are made anew for it, as migrations that were changed after they ran are refused. */
  ofMigrations?: boolean
  env?: Readonly<Record<string, string>>
  /** When one test in it is ended. */
  testMs?: number
}

export type Benches = { all: readonly Bench[]; database: Database; close(): Promise<void> }

export async function benchesIn(root: string, many: number): Promise<Benches> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-mutants-'))
  // Whoever was started by the tests uses theirs.
  const isGiven = process.env.MUSTER_TEST_CLUSTER !== undefined
  if (!isGiven) await globalSetup()
  const cluster = process.env.MUSTER_TEST_CLUSTER!
  const connection = (await runningDatabase(cluster))!
  const database = openDatabase({ connection }, { connections: many, applicationName: 'mutants' })
  const all = await Promise.all(
    Array.from({ length: many }, (_, index) => benchIn(root, join(folder, String(index)), cluster, database)),
  )
  const close = async () => {
    const ended = [...running].map(child => once(child, 'close'))
    for (const child of running) child.kill('SIGKILL')
    await Promise.all(ended)
    await database.close()
    if (!isGiven) await globalTeardown()
    // Whoever puts a source back just now writes into it.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  return { all, database, close }
}

const packages = ['node_modules', 'test/node_modules']
const left = ['node_modules', '.git', '.muster', 'dist']

async function benchIn(root: string, folder: string, cluster: string, database: Database): Promise<Bench> {
  await cp(root, folder, { recursive: true, filter: path => !left.includes(basename(path)) })
  for (const each of packages) await symlink(join(root, each), join(folder, each))
  await mkdir(join(folder, '.tmp'))
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env
  const env = {
    ...inherited,
    MUSTER_TEST_CLUSTER: cluster,
    NODE_COMPILE_CACHE: join(folder, '.compiled'),
    // What a test that is ended early leaves behind goes with the rest.
    TMPDIR: join(folder, '.tmp'),
  }
  const reporter = join(folder, 'scripts/mutate/first-failure.ts')
  return {
    write: (file, text) => writeFile(join(folder, file), text),
    async run(test, timeoutMs, { ofMigrations = false, env: more, testMs = 120_000 } = {}) {
      const began = performance.now()
      const { pid, ...ended } = await runNode(
        [
          '--disable-warning=ExperimentalWarning',
          `--test-timeout=${testMs}`,
          `--test-reporter=${reporter}`,
          test,
        ],
        {
          cwd: folder,
          env: { ...env, ...more, ...(ofMigrations && { MUSTER_TEST_TEMPLATE: 'template1' }) },
          timeoutMs,
        },
      )
      await dropDatabases(database, pid)
      return { ...ended, ms: performance.now() - began }
    },
  }
}

const running = new Set<ChildProcess>()

type How = { cwd: string; env: NodeJS.ProcessEnv; timeoutMs: number }

function runNode(args: readonly string[], { cwd, env, timeoutMs }: How) {
  const { promise, resolve } = Promise.withResolvers<Omit<Ended, 'ms'> & { pid: number }>()
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      if (said.length < 10_000) said += chunk
    })
  let late = false
  const timer = setTimeout(() => {
    late = true
    child.kill('SIGKILL')
  }, timeoutMs)
  child.on('close', code => {
    clearTimeout(timer)
    running.delete(child)
    const because = late ? tookTooLong : (said.trim().split('\n')[0] ?? '')
    resolve({ passed: code === 0, because, said, pid: child.pid! })
  })
  return promise
}

/** A file that was ended early leaves its databases; they have its process in their names. */
async function dropDatabases(database: Database, pid: number): Promise<void> {
  const left = await database.rows<{ datname: string }>(
    sql`select datname from pg_database where datname like ${`t\\_${pid}\\_%`}`,
  )
  for (const { datname } of left)
    await database.script(sql`drop database if exists ${name(datname)} with (force)`.compile().text)
}
