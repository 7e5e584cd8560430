// Every bench that `npm run bench` lists runs to its end, at a small size and from an empty folder; what it measures then
// says little.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')
const small = ['--timesheets', '2000']

/** What makes each of them small; those without `DATA` keep a folder of their own for as long as they run. */
const sizes: Record<string, readonly string[]> = {
  overview: [...small, '--load', '500', '--requests', '10', '--data', 'DATA'],
  peers: [
    ...[...small, '--turns', '1', '--seconds', '0.3', '--requests', '2', '--starts', '1'],
    ...['--data', 'DATA', '--out', 'DATA/results.md'],
  ],
  'first-pages': [...small, '--servers', '1', '--data', 'DATA'],
  exports: [...small, '--only', 'csv', '--data', 'DATA'],
  'fair-shares': [...small, '--seconds', '1', '--data', 'DATA'],
  gate: ['2'],
  growth: [
    ...[...small, '--few', '1000', '--requests', '2', '--starts', '1'],
    ...['--data', 'DATA', '--out', 'DATA/growth.md'],
  ],
  metrics: [...small, '--small', '1000', '--requests', '2', '--data', 'DATA'],
  matching: ['--workers', '2000', '--pairs', '5', '--scanned', '500', '--data', 'DATA'],
  portal: ['--rows', '2000', '--viewers', '2', '--seconds', '2', '--times', '1', '--data', 'DATA'],
  'large-posts': ['--posts', '2', '--megabytes', '2'],
  'billing-checks': [...small, '--weeks', '2', '--requests', '2', '--load', '200', '--data', 'DATA'],
  clearances: ['--assignments', '200', '--requests', '2', '--load', '200', '--data', 'DATA'],
  totals: [...small, '--requests', '2', '--load', '200', '--data', 'DATA'],
  requests: [...small, '--seconds', '0.3', '--data', 'DATA', '--out', 'DATA/requests.md'],
  processes: ['--processes', '1', '--seconds', '1', '--data', 'DATA'],
  size: [...small, '--data', 'DATA'],
  versions: [
    ...[...small, '--beside', '.', '--only', 'record', '--turns', '1'],
    ...['--seconds', '0.3', '--memory', 'kept', '--data', 'DATA'],
  ],
  webhooks: ['--events', '200'],
}

const run = promisify(execFile)
const { stdout } = await run('npm', ['run', '--silent', 'bench'], { cwd: root })
const benches = [...stdout.matchAll(/^ {2}(\S+)/gm)].map(([, name]) => name!)

test('Every bench has a small size here', () => {
  assert.deepEqual(benches.toSorted(), Object.keys(sizes).toSorted())
})

for (const name of benches)
  test(`npm run bench ${name} runs to its end from an empty folder`, async () => {
    const data = await mkdtemp(join(tmpdir(), 'muster-benches-'))
    try {
      const args = (sizes[name] ?? []).map(arg => arg.replace('DATA', data))
      const env = { ...process.env, BENCH_TARGETS: 'no', NODE_TEST_CONTEXT: undefined }
      await run('npm', ['run', '--silent', 'bench', name, '--', ...args], {
        cwd: root,
        env,
        maxBuffer: 2 ** 26,
      })
    } finally {
      await rm(data, { recursive: true, force: true })
    }
  })
