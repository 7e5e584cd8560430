// Every command and subcommand, from their declarations: what it does not declare is refused before anything is done, and
// what is not there, cannot be written or cannot be reached is said.
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { exitCodes, exitMeanings } from '../../src/cli/command.ts'
import { commandNamed, commands, runnableCommands } from '../../src/cli/commands.ts'
import { type CommandMatch, commonOptions } from '../../src/cli/declaration.ts'

import { actionIn, parseCall } from '../../src/cli/parse.ts'

import { type Database, openDatabase } from '../../src/database/database.ts'
import { sql } from '../../src/database/sql.ts'
import { schemaNumber } from '../../src/store/schema/schema-version.ts'

import { command } from '../support/command.ts'
import { newDatabase, onCluster, urlOf } from '../support/database.ts'
import { rivals, timesheet, worker } from '../support/lines.ts'

const root = join(import.meta.dirname, '../..')
const every: CommandMatch[] = []
for (const name of Object.keys(commands)) every.push(...runnableCommands(name, await commandNamed(name)))

const folder = await mkdtemp(join(tmpdir(), 'muster-every-'))
after(() => rm(folder, { recursive: true }))
const table = join(folder, 'sites.csv')
await writeFile(table, 'id,name\ns1,One\n')
const mapping = join(folder, 'sites.yaml')
await writeFile(mapping, 'type: region\nquery: select 1\nid: id\nrecord: {name: name}\n')

/** Whoever opened a database there would fail with another exit code than whoever refuses a command. */
const unreachable = {
  DATABASE_URL: 'postgres://nobody:none@127.0.0.1:1/none',
  MUSTER_SECRET: 'the master secret of all the tests',
}

/** A value of the right form for every word that a command takes; what it names need not be there. */
const samples: Record<string, string> = {
  ...{
    ID: 'c1',
    'ID,…': 'c1',
    KEY: 'k1',
    DELIVERY: '1',
    RECORD: 't1',
    ENDPOINT: 'e1',
    METHOD: 'GET',
    PATH: '/me',
  },
  ...{
    FILE: join(folder, 'file'),
    FOLDER: join(folder, 'folder'),
    SOURCE: table,
    TABLE: table,
    OTHER: table,
  },
  ...{
    MAPPING: mapping,
    TYPE: 'site',
    'TYPE,…': 'site',
    URL: 'http://127.0.0.1:1/hook',
    EVENT: 'assignment_ended',
  },
  ...{
    DECISION: 'dismiss',
    TIME: '2h',
    N: '7',
    NAME: 'some',
    'NAME,…': '*',
    'DAYS,…': '60,7',
    TEXT: 'text',
    STATE: 'all',
  },
  ...{ MARK: 'accepted', DAY: '2099-12-31' },
  ...{ ROLE: 'operator', ADDRESS: '127.0.0.1', PORT: '0', ZONE: 'Europe/London', 'CIDR,…': '10.0.0.0/8' },
  ...{
    CURSOR: '0'.repeat(32),
    LIST: 'all',
    'YYYY-MM-DD': '2999-12-31',
    NUMBER: 'start',
    'whsec_…': `whsec_${'a'.repeat(32)}`,
  },
}

function sampleOf(word: string): string {
  const found = samples[word] ?? (word.includes('|') ? word.split('|')[0] : undefined)
  if (found !== undefined) return found
  throw new Error(`Say in this test what ${word} may be`)
}

/** The call with everything that it needs, and other values for some of that. */
function callOf({ name, action }: CommandMatch, given: Record<string, string> = {}): string[] {
  const named = Object.entries(action.arguments ?? {}).filter(
    ([word, { optional }]) => !optional || given[word],
  )
  const needed = Object.entries(action.options ?? {}).filter(([, { required }]) => required)
  return [
    ...name.split(' '),
    ...named.map(([word]) => given[word] ?? sampleOf(word)),
    ...needed.flatMap(([option, { value }]) => [`--${option}`, given[`--${option}`] ?? sampleOf(value!)]),
  ]
}

async function refused(args: readonly string[], found: CommandMatch, says: RegExp) {
  const { code, stdout, stderr } = await command([...args, '--data', '/proc/none'], unreachable)
  const call = args.join(' ')
  assert.deepEqual([code, stdout], [exitCodes.usage, ''], `${call}: ${stderr}`)
  assert.match(stderr, says, call)
  assert.ok(stderr.endsWith(`; see ./muster ${found.name} --help\n`), `${call}: ${stderr}`)
}

test('an option that a command does not have is refused, and the nearest one is named', async () => {
  for (const found of every) {
    await refused([...callOf(found), '--nonsense'], found, /has no option --nonsense/)
    await refused([...callOf(found), '--nonsense=1'], found, /has no option --nonsense/)
    await refused([...callOf(found), '-x'], found, /has no option -x/)
    const [own] = Object.keys(found.action.options ?? {}).filter(name => name.length > 5)
    if (own)
      await refused([...callOf(found), `--${own}s`, 'x'], found, new RegExp(`; the nearest one is --${own};`))
  }
})

test('a variable that is all but a setting, or only begins like one, is warned of by every command, and no other is', async () => {
  const misspelt = {
    KEEP_FEED_DAYS: '3',
    DATABSE_URL: 'postgres://x',
    MUSTER_DTA: '/x',
    MUSTER_SERCET_FILE: '/x',
    MUSTER_DATABASE_URL: 'postgres://x',
    MUSTER_FEEDS: '3',
  }
  const rightOrNotOurs = {
    ...{ KEEP_FEEDS_DAYS: '30', PORTAL_OIDC_CLIENT_SECRET_FILE: table, AWS_REGION: 'eu-west-2' },
    ...{ HOSTS: 'x', PORTS: '1', DATABASE: 'x', DATABASE_USER: 'x', HTTP_TIMEOUT: '1', PUBLIC_KEY: 'x' },
    ...{ OTEL_TRACES_SAMPLER: 'x', NODE_OPTIONS: '', MUSTER_URL: 'x', MUSTER_PORT_8080_TCP: 'x' },
    ...{ MUSTER_API_KEY: 'x', MUSTER_TEST_CLUSTER: 'x', MUSTER_LONG: '1', MUSTER_SEED: '1' },
  }
  for (const args of [['settings'], ['settings', '--json'], ['status', '--data', join(folder, 'none')]]) {
    const { code, stderr } = await command(args, { ...rightOrNotOurs, ...misspelt })
    assert.deepEqual(
      [code, stderr.trim().split('\n')],
      [
        0,
        [
          'muster: KEEP_FEED_DAYS is set and is no setting; the nearest one is KEEP_FEEDS_DAYS',
          'muster: DATABSE_URL is set and is no setting; the nearest one is DATABASE_URL',
          'muster: MUSTER_DTA is set and is no setting; the nearest one is MUSTER_DATA',
          'muster: MUSTER_SERCET_FILE is set and is no setting; the nearest one is MUSTER_SECRET_FILE',
          'muster: MUSTER_DATABASE_URL is set and is no setting; the nearest one is DATABASE_URL',
          'muster: MUSTER_FEEDS is set and is no setting; ./muster settings lists them',
        ],
      ],
    )
  }
})

test('an option of another subcommand is refused, and the one that has it is named', async () => {
  let tried = 0
  for (const found of every)
    for (const [sub, { options = {} }] of Object.entries(found.beside))
      for (const [name, { value }] of Object.entries(options)) {
        if (Object.hasOwn(found.action.options ?? {}, name)) continue
        const word = value === undefined ? [] : [sampleOf(value)]
        const said = new RegExp(`--${name} is an option of .*./muster ${found.name.split(' ')[0]} ${sub}\\b`)
        await refused([...callOf(found), `--${name}`, ...word], found, said)
        tried++
      }
  assert.ok(tried > 40, `${tried}`)
})

test('a word too many, one that is missing and one that is empty are refused', async () => {
  for (const found of every) {
    const words = Object.entries(found.action.arguments ?? {})
    const all = Object.fromEntries(words.map(([word]) => [word, sampleOf(word)]))
    if (!words.at(-1)?.[1].several)
      await refused([...callOf(found, all), 'surplus'], found, /"surplus" is one word too many/)
    const [first] = words
    if (!first) continue
    if (!first[1].optional) await refused(found.name.split(' '), found, new RegExp(`Give ${first[0]}, `))
    await refused(
      [...found.name.split(' '), '', ...words.slice(1).map(([word]) => sampleOf(word))],
      found,
      /is empty/,
    )
  }
})

test('an option without its value, with one too many, with an empty one, twice, or left out where it is needed is refused', async () => {
  for (const found of every)
    for (const [name, { value, mayBeEmpty, required }] of Object.entries({
      ...found.action.options,
      data: commonOptions.data!,
    })) {
      const bare = callOf(found)
      const at = bare.indexOf(`--${name}`)
      const base = at < 0 ? bare : bare.toSpliced(at, 2)
      if (required) await refused(base, found, new RegExp(`needs --${name} `))
      if (value === undefined) {
        await refused([...base, `--${name}=yes`], found, /takes no value/)
        await refused([...base, `--${name}`, `--${name}`], found, /is given twice/)
        continue
      }
      const sample = name === 'data' ? folder : sampleOf(value)
      await refused([...base, `--${name}`, '--other', 'x'], found, /needs a value/)
      await refused([...base, `--${name}`, sample, `--${name}`, sample], found, /is given twice/)
      if (!mayBeEmpty) await refused([...base, `--${name}`, ''], found, /is empty/)
    }
})

test('what cannot be written is refused before anything is read or opened', async () => {
  const file = join(folder, 'a-file')
  await writeFile(file, '')
  let tried = 0
  for (const found of every) {
    const words = { ...found.action.arguments, ...found.action.options }
    for (const [name, { writes }] of Object.entries(words)) {
      if (writes === undefined) continue
      const isOption = Object.hasOwn(found.action.options ?? {}, name)
      for (const path of [
        join(folder, 'no/such/place'),
        join(file, 'x'),
        '/proc/x',
        writes === 'file' ? folder : file,
      ]) {
        const call = isOption ? [...callOf(found), `--${name}`, path] : callOf(found, { [name]: path })
        const { code, stderr } = await command(call, unreachable)
        assert.deepEqual(
          [code, stderr.includes(path)],
          [exitCodes.notAllowed, true],
          `${call.join(' ')}: ${stderr}`,
        )
        tried++
      }
    }
  }
  assert.ok(tried >= 24, `${tried}`)
})

/** Those that work without the database. */
const alone = ['down', 'settings', 'map init', 'map try', 'schema', 'openapi', 'mcp']

const missing: Record<string, string> = {
  'keys create': '--company c1 --scopes all',
  'webhooks add': '--company c1',
}

/** One that goes on until it looks into the database. */
function callThere(found: CommandMatch): string[] {
  const given = { ...(found.name === 'restore' && { FILE: table }), SOURCE: table }
  return [...callOf(found, given), ...(missing[found.name]?.split(' ') ?? [])]
}

test('a database that cannot be reached is a failure, and the setting that names it is said', async () => {
  for (const found of every.filter(({ name }) => !alone.includes(name))) {
    const { code, stderr } = await command(callThere(found), unreachable)
    assert.deepEqual(
      [code, /^muster: The database that DATABASE_URL names cannot be used/m.test(stderr)],
      [exitCodes.failed, true],
      `${found.name}: ${stderr}`,
    )
  }
})

type Other = { called: string; make(database: Database): Promise<unknown>; says: RegExp }
const others: Other[] = [
  {
    called: 'a newer schema',
    make: db => db.rows(sql`update schema_version set number = number + 7, muster = '9.9.9'`),
    says: new RegExp(
      `upgraded by a newer Muster \\(schema ${schemaNumber + 7} of version 9\\.9\\.9; this one has schema ${schemaNumber}\\): use that version`,
    ),
  },
  {
    called: 'a newer migration',
    make: db => db.rows(sql`insert into migration (file) values ('9999-later.sql')`),
    says: /made by a newer Muster \(it has 9999-later\.sql\)/,
  },
  {
    called: 'an older schema',
    make: db => db.rows(sql`update schema_version set number = number - 1`),
    says: new RegExp(
      `not upgraded to this version of Muster yet \\(it has schema ${schemaNumber - 1}, this version ${schemaNumber}\\): start a server`,
    ),
  },
  {
    called: 'an older migration',
    make: db => db.script(`drop table schema_version cascade; delete from migration where file like '0048%'`),
    says: /not upgraded to this version of Muster yet \(it lacks 0048-schema-version\.sql\): start a server/,
  },
  {
    called: 'another build',
    make: db => db.rows(sql`update schema_version set checksum = 'another'`),
    says: /tables of another build of Muster with the same schema number/,
  },
]

/** All that declaring changes. */
const shapeIn = (database: Database) =>
  database.rows(sql`
    select (select md5(string_agg(d::text, ',' order by type, name)) from declared d) as declared,
      (select string_agg(relname, ',' order by relname) from pg_class where relnamespace = 'muster'::regnamespace) as tables,
      (select string_agg(file, ',' order by file) from migration) as migrations`)

test('a database of another version is refused in a sentence that says what to do, and nothing of it is changed', async () => {
  for (const { called, make, says } of others) {
    const env = await onCluster()
    const database = openDatabase({ url: env.DATABASE_URL }, { connections: 1, applicationName: 'tests' })
    await make(database)
    const before = await shapeIn(database)
    for (const found of every.filter(({ name }) => !alone.includes(name) && name !== 'restore')) {
      // A server that starts is what brings an older one up to date.
      if (found.name === 'up' && !called.includes('newer')) continue
      const call = [...callThere(found), '--data', folder]
      const { code, stdout, stderr } = await command(call, env)
      const about = `${call.join(' ')} on ${called}: ${stdout}${stderr}`
      const isShown = ['status', 'version'].includes(found.name)
      assert.equal(code, isShown ? exitCodes.ok : exitCodes.failed, about)
      assert.match(isShown ? stdout : stderr, says, about)
      assert.deepEqual(await shapeIn(database), before, about)
    }
    await database.close()
  }
})

test('status says of a database without tables that it has none', async () => {
  const url = urlOf(await newDatabase())
  const { code, stdout } = await command(['status'], { ...unreachable, DATABASE_URL: url })
  assert.deepEqual([code, /It has no tables of Muster yet; \.\/muster up makes them/.test(stdout)], [0, true])
})

test('a source that cannot be reached is a failure, not a wrong command', async () => {
  const env = await onCluster()
  for (const name of ['load --map', 'map try']) {
    const call = [...name.split(' '), mapping, '--from', 'postgres://nobody@127.0.0.1:1/none']
    const { code, stderr } = await command(call, env)
    assert.deepEqual(
      [code, /^muster: The source database says: /m.test(stderr)],
      [exitCodes.failed, true],
      stderr,
    )
  }
})

/** What stands for an id in the words that commands take. */
const ids = ['ID', 'ID,…', 'KEY', 'DELIVERY', 'RECORD', 'ENDPOINT']

test('an id that names nothing is not found, whatever takes it, and nothing is done', async () => {
  const env = { ...(await onCluster()), WEBHOOK_LOOPBACK: 'yes' }
  const pair = ['one', 'two'].map(id =>
    worker(id, {
      firstName: 'Ada',
      lastName: 'Byron',
      name: 'Ada Byron',
      email: 'ada@example.com',
      dob: '1990-01-01',
    }),
  )
  const sheet = timesheet('t1', { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' })
  const lines = [...rivals(), sheet, ...pair].map(line => JSON.stringify(line)).join('\n')
  const loaded = await command(['load', '-'], env, lines)
  assert.equal(loaded.code, 0, loaded.stdout)
  const json = async (call: string) => {
    const { code, stdout } = await command([...call.split(' '), '--json'], env)
    assert.equal(code, 0, stdout)
    return JSON.parse(stdout)
  }
  await json('matches scan')
  const [match] = await json('matches list')
  const endpoint = await json('webhooks add http://127.0.0.1:1/hook --company c1')
  const key = await json('keys create --company c1 --scopes all')
  const agencyKey = await json('keys create --agency a1 --scopes all')
  const known: Record<string, Record<string, string>> = {
    'keys update --agency': { KEY: agencyKey.id },
    webhooks: { ID: endpoint.id },
    matches: { ID: match.id, DECISION: 'link' },
    keys: { KEY: key.id },
    load: { SOURCE: table },
    people: { ID: 'w1' },
    audit: { ID: 'w1' },
    trigger: { '--endpoint': endpoint.id },
  }
  const more: Record<string, string> = {
    'keys create': '--scopes all',
    'load --company': '--snapshot site',
    'webhooks update ID': '--disable',
    'webhooks add --projects': '--company c1',
    'webhooks add --agency': '--events assignment_ended',
  }
  const before = await command(['export', 'all'], env)
  let tried = 0
  for (const found of every) {
    const [group] = found.name.split(' ')
    const words = Object.entries(found.action.arguments ?? {}).map(([word]) => [word, word] as const)
    const options = Object.entries(found.action.options ?? {}).map(
      ([name, { value = '' }]) => [`--${name}`, value] as const,
    )
    for (const [name, kind] of [...words, ...options].filter(([, kind]) => ids.includes(kind))) {
      const unknown = kind === 'DELIVERY' ? '987654321' : 'nope'
      const given = { ...(known[`${found.name} ${name}`] ?? known[group!]), [name]: unknown }
      const call = callOf(found, given)
      if (name.startsWith('--') && !call.includes(name)) call.push(name, unknown)
      call.push(...(more[`${found.name} ${name}`] ?? more[found.name] ?? '').split(' ').filter(Boolean))
      const { code, stdout, stderr } = await command(call, env)
      assert.deepEqual([code, stdout], [exitCodes.notFound, ''], `${call.join(' ')}: ${stderr}`)
      assert.match(
        stderr,
        /^muster: (There is no|This endpoint has no|nope is not one of|.* not found)/m,
        call.join(' '),
      )
      tried++
    }
  }
  assert.ok(tried > 25, `${tried}`)
  assert.equal((await command(['export', 'all'], env)).stdout, before.stdout)
})

test('the help of every command says each argument and option, and the overview each exit code', async () => {
  for (const found of every) {
    const asked = await command([...found.name.split(' '), '--help'])
    const told = await command(['help', ...found.name.split(' ')])
    assert.deepEqual([asked.code, told.stdout], [0, asked.stdout], found.name)
    for (const [word, { meaning }] of Object.entries({ ...found.action.arguments, ...found.action.options }))
      assert.ok(asked.stdout.includes(word) && asked.stdout.includes(meaning), `${found.name}: ${word}`)
  }
  const overview = (await command(['--help'])).stdout
  for (const [name, code] of Object.entries(exitCodes))
    assert.match(
      overview,
      new RegExp(`^ +${code} +${exitMeanings[name as keyof typeof exitCodes].slice(0, 12)}`, 'm'),
    )
})

/** The commands in a text that begin a line, follow a pipe or a setting, or stand as code; as a shell would split them. */
function* commandsIn(text: string): Generator<string[]> {
  const shown = /(?:^ *|`|\| |=\S+ )\.\/muster ((?:"[^"]*"|'[^']*'|[^|>`;#\n])*)/gm
  for (const [, call] of text.replaceAll('\\\n', ' ').matchAll(shown)) {
    const words = call!.split(/ {2,}/)[0]!.match(/(?:"[^"]*"|'[^']*'|\S)+/g) ?? []
    yield words.map(word => word.replace(/^(["'])(.*)\1$/, '$2').replace(/^\[(.*)|\]$/g, '$1'))
  }
}

test('every command that the help or a document shows is one that is taken', async () => {
  const wrong = /has no option|is an option of|one word too many|There is no|given twice|takes no value/
  const texts: Record<string, string> = {}
  for (const page of globSync('{README.md,CONTRIBUTING.md,{docs,deploy,examples}/**/*.{md,sh,yaml}}', {
    cwd: root,
  }))
    if (!page.startsWith('docs/commands/')) texts[page] = await readFile(join(root, page), 'utf8')
  for (const name of Object.keys(commands)) {
    const command = await commandNamed(name)
    const parts = 'run' in command ? [] : Object.values(command.subcommands)
    texts[`the help of ${name}`] = [command, ...parts].flatMap(({ examples = [] }) => examples).join('\n')
  }
  let taken = 0
  for (const [place, text] of Object.entries(texts))
    for (const [name = '', ...args] of commandsIn(text)) {
      if (name === 'help' || name === '--help') continue
      try {
        const meant = actionIn(name, await commandNamed(name), args)
        if (meant !== 'help') parseCall(meant.found, meant.args, { ...process, env: {} })
        taken++
      } catch (error) {
        // What is only mentioned lacks arguments.
        assert.doesNotMatch(
          (error as Error).message,
          wrong,
          `${place}: ./muster ${[name, ...args].join(' ')}`,
        )
      }
    }
  assert.ok(taken > 100, `${taken}`)
})
