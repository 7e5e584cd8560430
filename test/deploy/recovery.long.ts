// docs/production.md as it stands, on Debian's PostgreSQL: rows from before a second are there after a recovery to it, and those
// from after it are not; TLS is checked; the log of the embedded PostgreSQL is rotated while it runs.
import assert from 'node:assert/strict'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { certificateFor } from '../support/certificate.ts'
import { eventually } from '../support/eventually.ts'
import { company, project, site } from '../support/lines.ts'
import { run, stop, up } from '../support/process.ts'
import type { Json } from '../support/server.ts'
import { installed, program } from './programs.ts'

installed({ '../lib/postgresql/15/bin/pg_ctl': 'postgresql', logrotate: 'logrotate', setpriv: 'util-linux' })
const root = fileURLToPath(new URL('../../', import.meta.url))
const page = await readFile(join(root, 'docs/production.md'), 'utf8')

const scratch = await mkdtemp('/tmp/muster-recovery-')
const isRoot = process.getuid!() === 0
const [folder, secret] = [join(scratch, 'own'), 'the master secret of all the tests']
await chmod(scratch, 0o755)
await mkdir(folder)
if (isRoot) await chown(folder, 65534, 65534)
const places = {
  PGDATA: join(folder, 'primary'),
  ARCHIVE: join(folder, 'archive'),
  COPY: join(folder, 'copy'),
  RECOVERED: join(folder, 'recovered'),
  PGPORT: String(await freePort()),
  PGHOST: folder,
  PGUSER: 'postgres',
}

/** PostgreSQL refuses to run as root. */
async function sh(script: string, more: Record<string, string> = {}): Promise<string> {
  const as = isRoot ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : ['env']
  const path = `/usr/lib/postgresql/15/bin:${process.env.PATH}`
  const [name = 'sh', ...args] = [...as, 'sh', '-euc', script]
  const { code, said, stdout } = await program(name, args, {
    cwd: folder,
    env: { ...places, HOME: folder, PATH: path, ...more },
  })
  assert.equal(code, 0, `${script}\n${said}`)
  return stdout.trim()
}

/** A block of the page, by its name. */
function tried(name: string): string {
  const found = new RegExp(`^\`\`\`sh tried: ${name}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(page)?.[1]
  assert.ok(found, `docs/production.md has no block "${name}"`)
  return found
}

async function freePort(): Promise<number> {
  const held = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => held.once('listening', resolve))
  const { port } = held.address() as { port: number }
  await new Promise(resolve => held.close(resolve))
  return port
}

const address = (database: string, more = '') =>
  `postgres://muster:secret@localhost:${places.PGPORT}/${database}?sslmode=verify-full&sslrootcert=${join(folder, 'server.crt')}${more}`

/** A second that is over, by the clock of PostgreSQL, with nothing written on either side of it. */
async function second(): Promise<string> {
  await wait(1_100)
  const moment = await sh(`psql -Atc "select date_trunc('second', now())"`)
  await wait(1_100)
  return moment
}

const env = { DATABASE_URL: address('muster'), MUSTER_SECRET: secret, LOG_LEVEL: 'error' }

async function load(...lines: unknown[]): Promise<void> {
  const { code, stderr } = await run(
    ['load', '-'],
    { ...env, MUSTER_DATA: join(scratch, 'data') },
    lines.map(line => JSON.stringify(line)).join('\n'),
  )
  assert.equal(code, 0, stderr)
}

const sites = async () => {
  const { stdout } = await run(['export', 'site'], {
    ...env,
    MUSTER_DATA: join(scratch, 'data'),
  })
  return stdout
    .trim()
    .split('\n')
    .map(line => (JSON.parse(line) as Json).record.id)
    .toSorted()
}

after(async () => {
  await sh(
    'for data in "$PGDATA" "$RECOVERED"; do pg_ctl --pgdata="$data" --mode=immediate stop || true; done',
  )
  await rm(scratch, { recursive: true, force: true })
})

test('a cluster with an archive and TLS takes Muster, and another certificate is refused', async () => {
  const { key, cert } = certificateFor(['localhost'])
  await Promise.all([
    writeFile(join(folder, 'server.crt'), cert),
    writeFile(join(folder, 'server.key'), key, { mode: 0o600 }),
    writeFile(join(folder, 'other.crt'), certificateFor(['localhost']).cert),
  ])
  if (isRoot) await chown(join(folder, 'server.key'), 65534, 65534)
  await sh(
    'mkdir "$ARCHIVE" && initdb --username=postgres --auth-local=trust --auth-host=scram-sha-256 "$PGDATA"',
  )
  await sh(`cat >> "$PGDATA/postgresql.conf" << END
port = $PGPORT
listen_addresses = '127.0.0.1'
unix_socket_directories = '$PGHOST'
ssl = on
ssl_cert_file = '${join(folder, 'server.crt')}'
ssl_key_file = '${join(folder, 'server.key')}'
END`)
  await sh(tried('archive'))
  await sh('pg_ctl --pgdata="$PGDATA" --log="$PGDATA.log" --wait start')
  await sh(`psql -c "create role muster login password 'secret'" && createdb --owner=muster muster`)
  const { code, stderr } = await run(['status'], {
    ...env,
    DATABASE_URL: address('muster').replace('server.crt', 'other.crt'),
  })
  assert.equal(code, 1)
  assert.match(stderr, /DATABASE_URL names cannot be used \(.*(certificate|verif)/i)
  await load(company('c1'), project('p1', 'c1'), site('before-the-copy', 'p1', 'c1'))
  assert.equal(
    await sh(
      `psql -Atc "select bool_and(ssl) from pg_stat_ssl join pg_stat_activity using (pid) where usename = 'muster'" | sed 's/^$/t/'`,
    ),
    't',
  )
})

let moment = ''

test('a copy is made while a server runs, and everything since is in the archive', async () => {
  const server = await up(join(scratch, 'data'), [], env)
  await sh(tried('copy'))
  await load(site('before-the-moment', 'p1', 'c1'))
  moment = await second()
  await load(site('after-the-moment', 'p1', 'c1'))
  await stop(server)
  assert.deepEqual(await sites(), ['after-the-moment', 'before-the-copy', 'before-the-moment'])
  await sh('psql -Atc "select pg_switch_wal()"')
  await sh('pg_ctl --pgdata="$PGDATA" --mode=fast --wait stop')
})

test('a recovery has what was written up to the second and nothing after it, and takes writes', async () => {
  await sh(tried('recover'), { MOMENT: moment })
  const log = await readFile(`${places.RECOVERED}.log`, 'utf8')
  assert.match(log, /recovery stopping before commit of transaction/)
  await eventually(
    'the recovery is over',
    async () => (await sh('psql -Atc "select pg_is_in_recovery()"')) === 'f',
  )
  assert.deepEqual(await sites(), ['before-the-copy', 'before-the-moment'])
  const server = await up(join(scratch, 'data'), [], env)
  await load(site('after-the-recovery', 'p1', 'c1'))
  await stop(server)
  assert.deepEqual(await sites(), ['after-the-recovery', 'before-the-copy', 'before-the-moment'])
})

test('logrotate empties the log of an embedded PostgreSQL while it runs, and new lines still come', async () => {
  const data = join(scratch, 'embedded')
  const server = await up(data, [], { LOG_LEVEL: 'error' })
  const log = join(data, 'postgres.log')
  const before = await readFile(log, 'utf8')
  assert.match(before, /ready to accept connections/)
  const own = (await readFile(join(root, 'deploy/logrotate.conf'), 'utf8'))
    .replace('/var/lib/muster/postgres.log', log)
    .replace('  su muster muster\n', isRoot ? '  su root root\n' : '')
    .replace('size 10M', 'size 1')
  await writeFile(join(scratch, 'rotate.conf'), own, { mode: 0o644 })
  const rotated = await program('logrotate', [
    '--force',
    '--state',
    join(scratch, 'state'),
    join(scratch, 'rotate.conf'),
  ])
  assert.equal(rotated.code, 0, rotated.said)
  assert.equal(await readFile(log, 'utf8'), '')
  await stop(server)
  const later = await readFile(log, 'utf8')
  assert.match(later, /database system is shut down/)
  assert.ok(!later.includes('\0'), 'at the start of the file, not where it was before')
})
