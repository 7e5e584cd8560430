// What is known of the processes of a machine without /proc.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandLineOf, processesIn, runningProcesses } from '../../src/embedded/processes.ts'

test('of what ps prints, each process is read with its parent and its whole command', () => {
  const printed = `    1     0 /sbin/launchd
  512     1 /Users/Jane Doe/muster/native/bin/postgres -D /Users/Jane Doe/data/postgres-18 -c cluster_name=muster-1-2
  514   512 postgres: muster-1-2: checkpointer
99999   512 (postgres)
`
  assert.deepEqual(processesIn(printed), [
    { pid: 1, parent: 0, command: '/sbin/launchd' },
    {
      ...{ pid: 512, parent: 1 },
      command:
        '/Users/Jane Doe/muster/native/bin/postgres -D /Users/Jane Doe/data/postgres-18 -c cluster_name=muster-1-2',
    },
    { pid: 514, parent: 512, command: 'postgres: muster-1-2: checkpointer' },
    { pid: 99999, parent: 512, command: '(postgres)' },
  ])
})

test('this process is among those that run, under its parent', async () => {
  const own = (await runningProcesses()).find(({ pid }) => pid === process.pid)
  assert.equal(own?.parent, process.ppid)
  assert.equal(own?.command, await commandLineOf(process.pid))
  assert.equal(await commandLineOf(2 ** 22 + 1), '')
})
