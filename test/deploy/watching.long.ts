// What watches and runs a server, held against the programs that read it: Prometheus' own checks, and systemd's.
import assert from 'node:assert/strict'
import { chmod, chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { eventually } from '../support/eventually.ts'
import { operatorServer } from '../support/operator.ts'
import { installed, program } from './programs.ts'

installed({ promtool: 'prometheus', 'systemd-analyze': 'systemd', strace: 'strace', setpriv: 'util-linux' })
const root = fileURLToPath(new URL('../../', import.meta.url))
const deploy = join(root, 'deploy')

test('Prometheus takes the metrics, and finds nothing to say of ours', async () => {
  const { running: server, token } = await operatorServer()
  const answer = await fetch(`${server.operatorUrl}/operator/metrics`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  const { said } = await program('promtool', ['check', 'metrics'], { input: await answer.text() })
  // Those of Node.js come from a library.
  assert.deepEqual(
    said.split('\n').filter(line => line !== '' && !/^(nodejs|process)_/.test(line)),
    [],
  )
})

test('the alerts are right, and raised when they should be and not otherwise', async () => {
  for (const args of [
    ['check', 'rules', 'alerts.yaml'],
    ['test', 'rules', 'alerts.test.yaml'],
  ]) {
    const { code, said } = await program('promtool', args, { cwd: deploy })
    assert.equal(code, 0, said)
  }
})

test('the unit of systemd exposes little', async () => {
  const unit = join(deploy, 'muster.service')
  const { code, said } = await program('systemd-analyze', [
    'security',
    '--offline=true',
    '--threshold=25',
    unit,
  ])
  assert.equal(code, 0, said)
})

test('the unit allows every system call of a first start, the portal and a stop, with the embedded PostgreSQL', async () => {
  const allowed = await allowedCalls(await readFile(join(deploy, 'muster.service'), 'utf8'))
  const folder = await mkdtemp(join(tmpdir(), 'muster-unit-'))
  after(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755)
  const [home, trace] = [join(folder, 'home'), join(folder, 'home', 'trace')]
  await mkdir(home)
  await chown(home, 65534, 65534)
  const user = ['--reuid=65534', '--regid=65534', '--clear-groups', '--no-new-privs']
  const traced = ['strace', '-f', '-qq', '-e', 'signal=none', '-o', trace, './muster', 'up']
  const env = { HOME: home, MUSTER_DATA: join(home, 'data') }
  const args = [...user, ...traced, '--demo', '--scale', '0.02', '--port', '18097']
  const ending = program('setpriv', args, { cwd: root, env })
  const seen = await opened('http://127.0.0.1:18097/portal')
  await program('./muster', ['down'], { cwd: root, env })
  const { said } = await ending
  assert.equal(seen, 200, said)
  const used = new Set(
    (await readFile(trace, 'latin1'))
      .split('\n')
      .flatMap(line => /^\d+ +(?:<\.\.\. )?(\w+)(?:\(| resumed)/.exec(line)?.[1] ?? []),
  )
  assert.ok(used.size > 50, said)
  assert.deepEqual(
    [...used].filter(call => !allowed.has(call)),
    [],
  )
})

const opened = (address: string): Promise<number> =>
  eventually(
    `${address} answers`,
    async () => {
      const answer = await fetch(address).catch(() => undefined)
      await answer?.text()
      return answer?.status
    },
    300_000,
  )

/** As its SystemCallFilter lines say: the first allows, those with a tilde take away. */
async function allowedCalls(unit: string): Promise<Set<string>> {
  const { stdout } = await program('systemd-analyze', ['syscall-filter', '--no-pager'])
  const sets = new Map<string, string[]>()
  for (const part of stdout.split(/^(?=@)/m)) {
    const [name, ...names] = part.split('\n').map(line => line.trim())
    sets.set(
      name!,
      names.filter(one => /^[@\w-]+$/.test(one)),
    )
  }
  const calls = (name: string): string[] => (name.startsWith('@') ? sets.get(name)!.flatMap(calls) : [name])
  const allowed = new Set(calls('@default'))
  for (const [, not, names] of unit.matchAll(/^SystemCallFilter=(~?)(.*)$/gm))
    for (const call of names!.split(' ').flatMap(calls))
      if (not) allowed.delete(call)
      else allowed.add(call)
  return allowed
}
