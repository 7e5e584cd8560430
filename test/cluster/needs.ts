// What the machine must let a test do before it can start a cluster; for those who say what they could not run.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installed } from './nodes.ts'
import { patroniPackages } from './patroni.ts'

const execute = promisify(execFile)

/** Undefined where PostgreSQL and PgBouncer can be installed, and started as another user. */
export async function clusterNeeds(): Promise<string | undefined> {
  if (process.getuid?.() !== 0)
    return 'it takes root, who installs Debian’s packages and starts them as their users'
  return lacking('postgresql-15', 'postgresql-client-15', 'pgbouncer', 'procps')
}

/** Undefined where nodes under Patroni can have a network and a disk of their own. */
export async function failoverNeeds(): Promise<string | undefined> {
  return (
    (await clusterNeeds()) ??
    (await lacking(...patroniPackages)) ??
    (await withoutNamespace()) ??
    withoutDisk()
  )
}

const lacking = (...packages: readonly string[]) =>
  installed(...packages).then(
    () => undefined,
    error => `${packages.join(', ')} cannot be installed (${lastLine(error)})`,
  )

async function withoutNamespace(): Promise<string | undefined> {
  const [name, inside] = ['muster-probe', 'muster-probe0']
  try {
    return (
      (await failing('it takes network namespaces', 'ip', 'netns', 'add', name)) ??
      (await failing(
        'it takes virtual networks',
        'ip',
        'link',
        'add',
        inside,
        'type',
        'veth',
        'peer',
        'name',
        'eth0',
        'netns',
        name,
      )) ??
      (await failing('it takes bridges', 'ip', 'link', 'add', `${inside}b`, 'type', 'bridge')) ??
      (await failing('it takes programs in network namespaces', 'ip', 'netns', 'exec', name, 'true'))
    )
  } finally {
    await failing('', 'ip', 'netns', 'del', name)
    await failing('', 'ip', 'link', 'del', `${inside}b`)
  }
}

async function withoutDisk(): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-probe-'))
  const [image, disk] = [join(folder, 'image'), join(folder, 'disk')]
  try {
    await mkdir(disk)
    await execute('truncate', ['-s', '8M', image])
    await execute('mkfs.ext4', ['-q', image])
    return await failing('it takes disks made of a file', 'mount', '-o', 'loop', image, disk)
  } finally {
    await failing('', 'umount', '--lazy', disk)
    await rm(folder, { recursive: true, force: true })
  }
}

async function failing(need: string, file: string, ...args: string[]): Promise<string | undefined> {
  try {
    await execute(file, args)
    return undefined
  } catch (error) {
    return `${need} (${lastLine(error)})`
  }
}

function lastLine(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string }
  return (stderr || message).trim().split('\n').at(-1)!
}
