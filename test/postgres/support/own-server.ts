// A PostgreSQL of a test's own, with rules and certificates of its own, on TCP and a Unix socket.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { promisify } from 'node:util'
import { accountFor, type Binaries, findBinaries, giveFolder } from '../../../src/embedded/binaries.ts'
import type { Address } from '../../../src/postgres/address.ts'
import { freePort, until } from '../../cluster/nodes.ts'
import { connected } from './connections.ts'
import { script } from './kinds.ts'

const execute = promisify(execFile)
const debian = '/usr/lib/postgresql/15/bin'

/** The embedded one, and Debian's where it is installed; the others with why not. */
export async function programs(): Promise<{ version: number; programs?: Binaries; missing?: string }[]> {
  const own = await findBinaries(await accountFor('/nowhere'))
  const isThere = await access(`${debian}/postgres`).then(
    () => true,
    () => false,
  )
  const other = isThere
    ? { programs: { initdb: `${debian}/initdb`, postgres: `${debian}/postgres` } }
    : { missing: 'postgresql-15 of Debian is not installed' }
  return [
    { version: 18, programs: own },
    { version: 15, ...other },
  ]
}

export type OwnServer = {
  port: number
  folder: string
  /** Over its Unix socket, as who may do everything. */
  admin: Address
  sql(text: string): Promise<void>
  /** Puts other files into its folder, and has them read. */
  change(files: Record<string, string>): Promise<void>
  log(): Promise<string>
}

export async function ownServer(
  { initdb, postgres }: Binaries,
  files: Record<string, string>,
  settings: Record<string, string> = {},
): Promise<OwnServer> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-own-'))
  const account = await accountFor(folder)
  const data = join(folder, 'data')
  if (account) await giveFolder(folder, account)
  const env = { LC_ALL: 'C', TZ: 'UTC' }
  await execute(
    initdb,
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...account, cwd: folder, env },
  )
  const port = await freePort()
  const admin: Address = {
    hosts: [{ host: folder, port }],
    user: 'postgres',
    database: 'postgres',
    tls: { mode: 'disable', negotiation: 'postgres' },
    channelBinding: 'disable',
    settings: {},
  }
  const write = async (these: Record<string, string>) => {
    for (const [name, text] of Object.entries(these)) await writeFile(join(data, name), text, { mode: 0o600 })
    if (account) await giveFolder(data, account)
  }
  await write(files)
  const options = Object.entries({
    listen_addresses: '127.0.0.1,::1',
    port: String(port),
    unix_socket_directories: folder,
    fsync: 'off',
    log_connections: 'on',
    ...settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = join(folder, 'log')
  await writeFile(log, '')
  if (account) await giveFolder(folder, account)
  const child = spawn('sh', ['-c', 'exec "$0" "$@" 2>>../log', postgres, '-D', data, ...options], {
    ...account,
    cwd: data,
    env,
    stdio: 'ignore',
  })
  after(async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const closed = once(child, 'close')
      child.kill('SIGINT')
      await closed
    }
    await rm(folder, { recursive: true, force: true })
  })
  const sql = (text: string) => connected(admin, connection => script(connection, text))
  await until(async () => {
    if (child.exitCode !== null) throw new Error(await readFile(log, 'utf8'))
    await sql('select 1')
  }, 20_000)
  return {
    port,
    folder,
    admin,
    sql,
    async change(these) {
      await write(these)
      await sql('select pg_reload_conf()')
    },
    log: () => readFile(log, 'utf8'),
  }
}
