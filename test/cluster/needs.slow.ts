// Where a cluster cannot be started, the short form of its tests says so, and why.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const file = resolve(import.meta.dirname, 'needs.ts')

test('whoever is not root is told that neither replicas nor a failover can be tested, and why', async () => {
  const script = `import { clusterNeeds, failoverNeeds } from '${file}'
    process.setuid?.(65534)
    console.log(JSON.stringify([await clusterNeeds(), await failoverNeeds()]))`
  const { stdout } = await execute(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    '--input-type=module-typescript',
    '-e',
    script,
  ])
  const [cluster, failover] = JSON.parse(stdout)
  assert.match(cluster, /^it takes root, who installs Debian’s packages/)
  assert.equal(failover, cluster)
})
