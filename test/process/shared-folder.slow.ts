// Containers that share one data folder: PostgreSQL's lock file holds the number of a process, which says nothing to another one.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { startDatabase, stopDatabase } from '../../src/embedded/postgresql.ts'

const base = mkdtempSync(join(dirname(process.env.MUSTER_TEST_CLUSTER!), 'muster-shared-'))
chmodSync(base, 0o711)
const data = join(base, 'data')
const cluster = join(data, 'postgres-18')
const containers: ChildProcess[] = []

after(() => {
  for (const each of containers) each.kill('SIGKILL')
  rmSync(base, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

const module = new URL('../../src/embedded/postgresql.ts', import.meta.url).href
const script = `import { startDatabase } from '${module}'
  setInterval(() => {}, 1000)
  try {
    const { startedHere } = await startDatabase(process.argv[1], line => console.error(line))
    console.log(JSON.stringify({ startedHere }))
  } catch (error) {
    console.log(JSON.stringify({ refused: error.message }))
  }`

/** Processes of its own, and shared memory of its own, on the folder of all; runs until it is ended. */
function container() {
  const own = ['--pid', '--ipc', '--fork', '--kill-child=KILL', '--mount-proc']
  const asOther = process.getuid?.() === 0 ? [] : ['--user', '--map-current-user']
  const child = spawn(
    'unshare',
    [...asOther, ...own, process.execPath, '--input-type=module', '-e', script, data],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  containers.push(child)
  const errors = text(child.stderr)
  const said = Promise.race([
    once(child.stdout, 'data').then(([line]) => JSON.parse(String(line)) as Said),
    errors.then(lines => assert.fail(`The container ended: ${lines}`)),
  ])
  const end = async () => {
    child.kill('SIGKILL')
    await errors
  }
  return { said, end }
}

type Said = { startedHere?: boolean; refused?: string }

/** Main processes of PostgreSQL that work in the folder, in whatever container. */
function postmasters(): number {
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  return pids.filter(pid => isPostgresOn(pid) && !isPostgresOn(parentOf(pid))).length
}

function isPostgresOn(pid: string): boolean {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return /^([^\0]*\/)?postgres[\0:]/.test(command) && readlinkSync(`/proc/${pid}/cwd`) === cluster
  } catch {
    return false
  }
}

const parentOf = (pid: string) =>
  /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0'

test('containers that start at the same moment on one folder have one PostgreSQL between them', async () => {
  await startDatabase(data, () => {})
  await stopDatabase(data)
  for (let round = 0; round < 4; round++) {
    const both = [container(), container()]
    const said = await Promise.all(both.map(each => each.said))
    assert.deepEqual(said.map(each => each.startedHere).sort(), [false, true])
    assert.equal(postmasters(), 1)
    await Promise.all(both.map(each => each.end()))
  }
})

test('where the PostgreSQL of a folder cannot be reached from another container, that one is told, and starts none', async () => {
  const first = container()
  assert.deepEqual(await first.said, { startedHere: true })
  const socket = join(cluster, '.s.PGSQL.5432')
  renameSync(socket, `${socket}.away`)
  const second = container()
  const { refused } = await second.said
  assert.match(
    refused ?? '',
    /^Another PostgreSQL runs on .* that cannot be reached from here, in another container/,
  )
  assert.equal(postmasters(), 1)
  renameSync(`${socket}.away`, socket)
  await Promise.all([first.end(), second.end()])
  const third = container()
  assert.deepEqual(await third.said, { startedHere: true }, 'once the first has ended, another may')
  await third.end()
})
