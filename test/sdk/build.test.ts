// The SDK as it is handed out: built by the script, used by a project of its own, also with TypeScript 5, and run by
// the oldest Node that it promises.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../..', import.meta.url))
const runs = promisify(execFile)
const folder = await mkdtemp(join(tmpdir(), 'muster-sdk-'))
after(() => rm(folder, { recursive: true, force: true }))

const compilers = {
  'TypeScript 7': 'node_modules/typescript/bin/tsc',
  'TypeScript 5': 'test/node_modules/typescript5/bin/tsc',
}
const tsc = (compiler: string, ...args: string[]) =>
  runs(process.execPath, [join(root, compiler), ...args], { cwd: folder }).catch(error =>
    assert.fail(`${compiler}: ${error.stdout}`),
  )

const project = {
  compilerOptions: {
    ...{ module: 'nodenext', target: 'es2022', lib: ['es2023', 'dom', 'dom.iterable'], types: [] },
    ...{ strict: true, noEmit: true, skipLibCheck: false },
  },
  files: ['types.ts'],
}

test('it builds, and a project of its own compiles against it with TypeScript 7 and 5', async () => {
  const built = join(folder, 'node_modules/muster-sdk')
  await mkdir(built, { recursive: true })
  await cp(join(root, 'sdk/package.json'), join(built, 'package.json'))
  await tsc(compilers['TypeScript 7'], '-p', join(root, 'sdk'), '--outDir', join(built, 'dist'))
  const promises = await readFile(join(root, 'test/sdk/types.ts'), 'utf8')
  await writeFile(join(folder, 'types.ts'), promises.replace('../../sdk/index.ts', 'muster-sdk'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(project))
  for (const compiler of Object.values(compilers)) await tsc(compiler, '-p', folder)
  await tsc(compilers['TypeScript 5'], '-p', join(root, 'sdk'), '--noEmit')
})

test('it has no dependencies and uses nothing but web standards', async () => {
  const manifest = JSON.parse(await readFile(join(root, 'sdk/package.json'), 'utf8'))
  assert.equal(manifest.dependencies, undefined)
  for (const name of ['client', 'documents', 'error', 'pages', 'sync', 'transport', 'generated']) {
    const text = await readFile(join(folder, `node_modules/muster-sdk/dist/${name}.js`), 'utf8')
    assert.ok(!/from ['"](?!\.\/)|\bprocess\.|\bBuffer\b|\brequire\(/.test(text), name)
  }
})

test('it runs on the Node that is installed on this machine', async () => {
  const script = `import { createMuster, MusterError } from 'muster-sdk'
    const error = await createMuster({ url: 'http://127.0.0.1:9', key: 'wfc_', attempts: 1 }).me().catch(thrown => thrown)
    console.log(process.version, error instanceof MusterError, error.code)`
  await writeFile(join(folder, 'run.mjs'), script)
  const path = (process.env.PATH ?? '').split(':').filter(part => !part.includes('node_modules'))
  const { stdout } = await runs('node', ['run.mjs'], {
    cwd: folder,
    env: { ...process.env, PATH: path.join(':') },
  })
  assert.match(stdout, /^v(2[0-9]|[3-9]\d)\.\S+ true NETWORK_ERROR/)
})
