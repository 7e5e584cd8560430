// The SDK as it is handed out: built by the script, packed, installed without a network in a project of its own that uses
// it as an ES module and as CommonJS, also with TypeScript 5, and run by the oldest Node that it promises.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { recordTypes } from '../../src/api/index.ts'
import { sampleLines, sampleOf } from '../../src/api/samples.ts'
import { everyNth, isLong } from '../support/long.ts'
import { testServer } from '../support/server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const runs = promisify(execFile)
const folder = await mkdtemp(join(tmpdir(), 'muster-sdk-'))
after(() => rm(folder, { recursive: true, force: true }))
const project = join(folder, 'project')
const manifest = JSON.parse(await readFile(join(root, 'sdk/package.json'), 'utf8'))

/** The Node and the npm of this machine, not those that the server brings along. */
const PATH = (process.env.PATH ?? '').split(':').filter(part => !part.includes('node_modules'))
const env: NodeJS.ProcessEnv = { ...process.env, PATH: PATH.join(':') }
const onHost = (program: 'node' | 'npm', args: string[], cwd: string) => runs(program, args, { cwd, env })

const compilers = {
  'TypeScript 7': 'node_modules/typescript/bin/tsc',
  'TypeScript 5': 'test/node_modules/typescript5/bin/tsc',
}
const tsc = (compiler: string, ...args: string[]) =>
  runs(process.execPath, [join(root, compiler), ...args], { cwd: project }).catch(error =>
    assert.fail(`${compiler}: ${error.stdout}`),
  )

test('it is not packed before it is built', async () => {
  const unbuilt = join(folder, 'unbuilt')
  await mkdir(unbuilt)
  await cp(join(root, 'sdk/package.json'), join(unbuilt, 'package.json'))
  await assert.rejects(onHost('npm', ['pack'], unbuilt), /run npm run sdk first/)
})

test('it is packed with both forms and nothing else, and installs without a network', async () => {
  const built = join(folder, 'built')
  await runs(process.execPath, [join(root, 'scripts/sdk.ts'), built])
  await mkdir(project)
  const { stdout } = await onHost('npm', ['pack', '--json', '--pack-destination', project], built)
  const [packed] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }]
  const strange = packed.files.filter(
    ({ path }) =>
      !/^(dist\/(esm|cjs)\/[\w-]+\.(js|d\.ts)|dist\/cjs\/package\.json|package\.json|README\.md)$/.test(path),
  )
  assert.deepEqual(strange, [])
  await writeFile(join(project, 'package.json'), '{"private":true}')
  const offline = ['--offline', '--no-audit', '--no-fund']
  await onHost('npm', ['install', ...offline, `./${packed.filename}`], project)
  const installed = JSON.parse(await readFile(join(project, 'node_modules/muster-sdk/package.json'), 'utf8'))
  assert.equal(installed.version, manifest.version)
})

const options = {
  ...{ module: 'nodenext', target: 'es2022', lib: ['es2023', 'dom', 'dom.iterable'], types: [] },
  ...{ strict: true, noEmit: true, skipLibCheck: false },
}

test('a project compiles against it in both forms, with TypeScript 7, and in the long run with 5 too', async () => {
  const promises = await readFile(join(root, 'test/sdk/types.ts'), 'utf8')
  const own = promises.replace('../../sdk/index.ts', 'muster-sdk')
  // The first is an ES module by its name, the second CommonJS.
  await writeFile(join(project, 'types.mts'), own)
  await writeFile(join(project, 'types.cts'), own)
  await writeFile(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: ['types.mts', 'types.cts'] }),
  )
  for (const compiler of everyNth(Object.values(compilers), 2)) await tsc(compiler, '-p', project)
  if (isLong) await tsc(compilers['TypeScript 5'], '-p', join(root, 'sdk'), '--noEmit', '--skipLibCheck')
})

test('it has no dependencies and uses nothing but web standards', async () => {
  assert.equal(manifest.dependencies, undefined)
  for (const name of ['client', 'documents', 'error', 'pages', 'sync', 'transport', 'generated']) {
    const text = await readFile(join(project, `node_modules/muster-sdk/dist/esm/${name}.js`), 'utf8')
    assert.ok(!/from ['"](?!\.\/)|\bprocess\.|\bBuffer\b|\brequire\(/.test(text), name)
  }
})

const server = await testServer()
await server.load(sampleLines(recordTypes))
env.MUSTER_URL = server.origin
env.MUSTER_API_KEY = await server.key('company', [sampleOf('company').record.id])

test('both forms are read by the Node of this machine, and find the server', async () => {
  const use = (take: string) => `${take}
    createMuster({ url: process.env.MUSTER_URL, key: process.env.MUSTER_API_KEY }).me().then(me =>
      createMuster({ url: 'http://127.0.0.1:9', key: 'wfc_', attempts: 1 }).me().catch(error =>
        console.log(process.version, me.name, error instanceof MusterError, error.code, typeof verifyWebhook)))`
  const named = ['createMuster, MusterError', 'verifyWebhook']
  const [all, verify] = ['muster-sdk', 'muster-sdk/verify-webhook']
  const forms = {
    'run.mjs': `import { ${named[0]} } from '${all}'\nimport { ${named[1]} } from '${verify}'`,
    'run.cjs': `const { ${named[0]} } = require('${all}')\nconst { ${named[1]} } = require('${verify}')`,
  }
  for (const [name, take] of Object.entries(forms)) {
    await writeFile(join(project, name), use(take))
    const { stdout } = await onHost('node', [name], project)
    assert.match(stdout, /^v(2[0-9]|[3-9]\d)\.\S+ test true NETWORK_ERROR function/)
  }
})

test('the programs of its README run as they are written', async () => {
  const readme = await readFile(join(root, 'sdk/README.md'), 'utf8')
  const programs = [...readme.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code]) => code!)
  const printed: string[] = []
  for (const [index, program] of programs.entries()) {
    await writeFile(join(project, `readme-${index}.mjs`), program)
    if (!program.includes('.listen('))
      printed.push((await onHost('node', [`readme-${index}.mjs`], project)).stdout)
  }
  const { record } = sampleOf('timesheet')
  assert.match(
    printed[0]!,
    new RegExp(`^test\n${record.reference} [\\d.]+\n1 of 1 requisitions\nNOT_FOUND 404\n$`),
  )
  assert.match(printed[1]!, new RegExp(`^.+ ${record.status} 1 [\\d.]+\n$`))
  assert.match(printed[2]!, /^saved; changes go on after [0-9a-f]{32}\n$/)
  assert.match(await readFile(join(project, 'timesheets.csv'), 'utf8'), /^id,.*timelogs\.hours\.total/)
  assert.match(printed[3]!, /^1 timesheets, up to [0-9a-f]{32}\n$/)
})
