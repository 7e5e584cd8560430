// Every bench of package.json, at a small size and from an empty folder: what it measures then says little, that it runs
// to its end says that it can be trusted to when it is needed.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')
const small = ['--timesheets', '2000']

/** What makes each of them small; those without `DATA` keep a folder of their own for as long as they run. */
const sizes: Record<string, readonly string[]> = {
  bench: [...small, '--load', '500', '--requests', '10', '--data', 'DATA'],
  'bench:peers': [
    ...[...small, '--turns', '1', '--seconds', '0.3', '--requests', '2', '--starts', '1'],
    ...['--data', 'DATA', '--out', 'DATA/results.md'],
  ],
  'bench:pages': [...small, '--servers', '1', '--data', 'DATA'],
  'bench:export': [...small, '--only', 'csv', '--data', 'DATA'],
  'bench:fair': [...small, '--seconds', '1', '--data', 'DATA'],
  'bench:growth': [
    ...[...small, '--few', '1000', '--requests', '2', '--starts', '1'],
    ...['--data', 'DATA', '--out', 'DATA/growth.md'],
  ],
  'bench:metrics': [...small, '--small', '1000', '--requests', '2', '--data', 'DATA'],
  'bench:matching': ['--workers', '2000', '--pairs', '5', '--scanned', '500', '--data', 'DATA'],
  'bench:portal': ['--rows', '2000', '--viewers', '2', '--seconds', '2', '--times', '1', '--data', 'DATA'],
  'bench:posts': ['--posts', '2', '--megabytes', '2'],
  'bench:totals': [...small, '--requests', '2', '--load', '200', '--data', 'DATA'],
  'bench:requests': [...small, '--seconds', '0.3', '--data', 'DATA', '--out', 'DATA/requests.md'],
  'bench:webhooks': ['--events', '200'],
}

const scripts: Record<string, string> = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).scripts
const benches = Object.keys(scripts).filter(name => /^bench(:|$)/.test(name))

test('Every bench has a small size here', () => {
  assert.deepEqual(benches.toSorted(), Object.keys(sizes).toSorted())
})

for (const name of benches)
  test(`npm run ${name} runs to its end from an empty folder`, async () => {
    const data = await mkdtemp(join(tmpdir(), 'muster-benches-'))
    try {
      const args = (sizes[name] ?? []).map(arg => arg.replace('DATA', data))
      const env = { ...process.env, BENCH_TARGETS: 'no', NODE_TEST_CONTEXT: undefined }
      await promisify(execFile)('npm', ['run', '--silent', name, '--', ...args], {
        cwd: root,
        env,
        maxBuffer: 2 ** 26,
      })
    } finally {
      await rm(data, { recursive: true, force: true })
    }
  })
