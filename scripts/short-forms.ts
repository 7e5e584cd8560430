// The short form of what takes long, for every change: a fixed sample of mutants, then servers over replicas, behind PgBouncer
// and through one failover. What cannot be run on this machine it names, with the reason, before and after.
//   npm run test:short
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { clusterNeeds, failoverNeeds } from '../test/cluster/needs.ts'

const root = resolve(import.meta.dirname, '..')

/** What decides who sees what: the same mistakes each time, so that a change that lets one live is the one at hand. */
const mutated = ['src/access/reach.ts', 'src/access/redact.ts', 'src/access/ownership.ts']
const sample = ['--each', '2', '--seed', '7', ...mutated.flatMap(file => ['--file', file])]

/** Others may be busy on this machine. */
const oneFailover = {
  FAULTS: '1',
  FAULT_NAMES: '^the node of the primary is killed$',
  HEALTHY_WITHIN_S: '50',
}
const failover = 'test/cluster/failover.cluster.ts'
/** It measures, which wants a machine that does nothing else. */
const leftToTheLongForm = 'test/cluster/primary-load.cluster.ts'
const others = globSync('test/cluster/*.cluster.ts', { cwd: root })
  .filter(file => file !== failover && file !== leftToTheLongForm)
  .sort()

const lacks = { cluster: await clusterNeeds(), failover: await failoverNeeds() }
const files = [...(lacks.cluster ? [] : others), ...(lacks.failover ? [] : [failover])]
const notRun = [
  ...(lacks.cluster ? [`replicas and PgBouncer are not tested here: ${lacks.cluster}`] : []),
  ...(lacks.failover ? [`a failover is not tested here: ${lacks.failover}`] : []),
]
const sayWhatIsNotRun = () => {
  for (const line of notRun) process.stdout.write(`NOT RUN: ${line}\n`)
}

async function node(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  const [code] = await once(child, 'close')
  if (code !== 0) process.exitCode = 1
}

sayWhatIsNotRun()
await node(['scripts/mutate.ts', ...sample])
if (files.length > 0)
  await node(
    [
      '--test',
      '--test-concurrency=1',
      '--test-timeout=1200000',
      '--test-global-setup=test/support/cluster.ts',
      ...files,
    ],
    oneFailover,
  )
sayWhatIsNotRun()
