// The mutants themselves: which mistakes are made of a line, and whose tests have to notice.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { aims } from '../scripts/mutate/aims.ts'
import { codeMutants } from '../scripts/mutate/code.ts'
import { knownMutants } from '../scripts/mutate/known.ts'
import { changed } from '../scripts/mutate/mutant.ts'
import { shuffled } from '../scripts/mutate/shuffled.ts'
import { sqlMutants } from '../scripts/mutate/sql.ts'
import { typesOf } from '../scripts/mutate/types.ts'

const root = resolve(import.meta.dirname, '..')
const folder = await mkdtemp(join(tmpdir(), 'muster-mutants-test-'))
after(() => rm(folder, { recursive: true }))
await writeFile(join(folder, 'tsconfig.json'), '{ "compilerOptions": { "strict": true, "types": [] } }')

async function viable(line: string): Promise<string[]> {
  await writeFile(join(folder, 'a.ts'), line)
  const types = typesOf(folder, ['a.ts'])
  return codeMutants('a.ts', types.tree('a.ts'), types.checker())
    .filter(mutant => types.accept('a.ts', changed(line, mutant)))
    .map(({ becomes }) => becomes)
}

test('conditions, operators, literals, calls, entries, statements and results are each changed', async () => {
  assert.deepEqual(await viable('export const f = (a: number, b: number) => a < b && a !== 1'), [
    'export const f = (a: number, b: number) => true',
    'export const f = (a: number, b: number) => false',
    'export const f = (a: number, b: number) => a < b || a !== 1',
    'export const f = (a: number, b: number) => a <= b && a !== 1',
    'export const f = (a: number, b: number) => a >= b && a !== 1',
    'export const f = (a: number, b: number) => a < b && a === 1',
    'export const f = (a: number, b: number) => a < b && a !== (2)',
    'export const f = (a: number, b: number) => a < b && a !== (0)',
  ])
  assert.deepEqual(
    await viable('export function g(a: string) { if (a) throw 1; a = a ?? "x"; return a + "" }'),
    [
      'export function g(a: string) { if (!(a)) throw 1; a = a ?? "x"; return a + "" }',
      'export function g(a: string) { if (a) {} a = a ?? "x"; return a + "" }',
      'export function g(a: string) { if (a) throw (2); a = a ?? "x"; return a + "" }',
      'export function g(a: string) { if (a) throw (0); a = a ?? "x"; return a + "" }',
      'export function g(a: string) { if (a) throw 1; {} return a + "" }',
      'export function g(a: string) { if (a) throw 1; a = a; return a + "" }',
      'export function g(a: string) { if (a) throw 1; a = "x"; return a + "" }',
      `export function g(a: string) { if (a) throw 1; a = a ?? ''; return a + "" }`,
      `export function g(a: string) { if (a) throw 1; a = a ?? "x"; return '' }`,
      `export function g(a: string) { if (a) throw 1; a = a ?? "x"; return a + 'x' }`,
    ],
  )
  assert.deepEqual(await viable('export const h = (a: string[]) => [...a.filter(b => /^x$/.test(b)), "y"]'), [
    'export const h = (a: string[]) => []',
    'export const h = (a: string[]) => ["y"]',
    'export const h = (a: string[]) => [...a.filter(b => /^x$/.test(b))]',
    'export const h = (a: string[]) => [...a, "y"]',
    'export const h = (a: string[]) => [...a.filter(b => true), "y"]',
    'export const h = (a: string[]) => [...a.filter(b => false), "y"]',
    'export const h = (a: string[]) => [...a.filter(b => /x$/.test(b)), "y"]',
    'export const h = (a: string[]) => [...a.filter(b => /^x/.test(b)), "y"]',
    'export const h = (a: string[]) => [...a.filter(b => /^x$/i.test(b)), "y"]',
    `export const h = (a: string[]) => [...a.filter(b => /^x$/.test(b)), '']`,
  ])
})

test('SQL is changed in its words, numbers and statements, and not in its comments', () => {
  const text = [
    '-- a and 1 < 2',
    'create function f() returns void language plpgsql as $$',
    'begin',
    '  update t set n = n + 1 where a <= b; -- and',
    'end $$;',
  ].join('\n')
  assert.deepEqual(
    sqlMutants('f.sql', text).map(({ becomes, in: within, line }) => [becomes, within, line]),
    [
      ['update t set n = n + 1 where a < b; -- and', 'f', 4],
      ['update t set n = n - 1 where a <= b; -- and', 'f', 4],
      ['update t set n = n + 2 where a <= b; -- and', 'f', 4],
      ['update t set n = n + 0 where a <= b; -- and', 'f', 4],
      ['null; -- and', 'f', 4],
    ],
  )
})

test('a seed gives one order, and every one of the items', () => {
  const items = Array.from({ length: 50 }, (_, index) => index)
  assert.deepEqual(shuffled(items, 7), shuffled(items, 7))
  assert.notDeepEqual(shuffled(items, 7), shuffled(items, 8))
  assert.deepEqual(
    shuffled(items, 7).sort((a, b) => a - b),
    items,
  )
})

test('stopped in the middle, it says so in one line and leaves nothing behind', async t => {
  const temporary = join(folder, 'temporary')
  await mkdir(temporary)
  const run = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      join(root, 'scripts/mutate.ts'),
      ...['--file', 'src/access/key-format.ts'],
    ],
    { env: { ...process.env, TMPDIR: temporary }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  t.after(() => run.kill('SIGKILL'))
  let said = ''
  const begun = Promise.withResolvers<void>()
  for (const stream of [run.stdout, run.stderr])
    stream.on('data', chunk => {
      said += chunk
      if (said.includes('mutants of each file')) begun.resolve()
    })
  const ended = once(run, 'close')
  await Promise.race([begun.promise, ended])
  const before = said
  run.kill('SIGINT')
  assert.deepEqual(await ended, [130, null], said)
  assert.equal(said.slice(before.length), 'Stopped: nothing is said of what was not tried\n')
  assert.deepEqual(readdirSync(temporary), [])
})

test('every mutant that is listed as living can still be made, and no other source is named', () => {
  const files = Object.keys(aims)
  const types = typesOf(
    root,
    files.filter(file => file.endsWith('.ts')),
  )
  const made = files.flatMap(file =>
    file.endsWith('.sql')
      ? sqlMutants(file, readFileSync(join(root, file), 'utf8'))
      : codeMutants(file, types.tree(file), types.checker()),
  )
  const listed = join(root, 'test/mutants-that-live.json')
  const named = (JSON.parse(readFileSync(listed, 'utf8')) as { file: string }[]).map(({ file }) => file)
  assert.deepEqual(knownMutants(listed).gone(named, made), [])
})

test('every source that decides who sees what has tests aimed at it, and they are there', () => {
  const without = ['src/access/caller.ts', 'src/oauth/errors.ts']
  for (const folder of ['src/access', 'src/oauth', 'src/portal', 'src/files', 'src/kernel/query'])
    for (const file of readdirSync(join(root, folder)))
      assert.ok(aims[`${folder}/${file}`] ?? without.includes(`${folder}/${file}`), `${folder}/${file}`)
  for (const [source, tests] of Object.entries(aims))
    for (const file of [source, ...tests]) assert.ok(existsSync(join(root, file)), file)
})
