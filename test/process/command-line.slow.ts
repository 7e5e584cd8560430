// The command line as a person or a program uses it.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { demoProgramme } from '../../demo/programme.ts'
import { command } from '../support/command.ts'
import { onCluster } from '../support/database.ts'
import { rivals, site, timesheet } from '../support/lines.ts'
import { isLong } from '../support/long.ts'
import { dataFolder, emptyFolder, run, stop, total, up } from '../support/process.ts'

test('the command line uses a running database, else starts one and stops it again', async () => {
  const data = await emptyFolder()
  const idle = (await command(['status', '--data', data])).stdout
  assert.ok(idle.includes(`Nothing runs on ${data}; ./muster up starts a server there`), idle)
  const none = await run(['keys', 'list', '--data', data])
  assert.match(none.stdout, /There are no keys yet/)
  await assert.rejects(stat(join(data, 'postgres-18/postmaster.pid')))
  const server = await up(data, [])
  const sheet = timesheet('t1', { company: 'c1', project: 'p1', agency: 'a1', worker: 'w1' })
  const wrong = [site('cli-site', 'no-such', 'c1'), '', { type: 'nonsense' }]
  const file = join(data, 'some.ndjson')
  await writeFile(file, [...rivals(), sheet, ...wrong].map(line => JSON.stringify(line)).join('\n'))
  const loaded = await run(['load', file, '--data', data])
  assert.deepEqual(
    [
      loaded.code,
      /3 rejected/.test(loaded.stdout),
      /there is no project with the id "no-such"/.test(loaded.stdout),
    ],
    [3, true, true],
  )
  assert.equal((await stat(`${file}.rejects.ndjson`)).mode & 0o777, 0o600)
  const status = JSON.parse((await command(['status', '--json', '--data', data])).stdout)
  assert.deepEqual(
    [status.running, status.pid, status.embedded, status.records.company],
    [true, server.pid, true, 2],
  )
  const key = 'keys create --company c1 --scopes read:timesheets --name Payroll --json'.split(' ')
  const made = JSON.parse((await command([...key, '--data', data])).stdout)
  assert.equal(await total(server, made.secret), 1, 'the server goes on after the command line has left')
  assert.match((await command(['keys', 'show', made.hint, '--data', data])).stdout, /Payroll/)
  await stop(server)
})

test('exit codes and errors are for programs too', async () => {
  const [data, env] = [await dataFolder(), await onCluster()]
  assert.equal((await run([])).code, 2)
  assert.equal((await command(['--help'])).code, 0)
  assert.equal((await command(['nonsense'])).code, 2)
  assert.equal((await command(['keys', 'create', '--data', data])).code, 2)
  assert.equal((await command(['keys', 'show', 'nobody', '--data', data], env)).code, 5)
  assert.equal((await command(['load', 'no-such-file', '--data', data], env)).code, 5)
  const wrong = await command(['up', '--json', '--data', data], { PORT: 'eighty' })
  assert.deepEqual(
    [wrong.code, JSON.parse(wrong.stdout)],
    [2, { error: { code: 2, message: 'PORT=eighty: must be a whole number of at least 0' } }],
  )
  const help = await command(['load', '--help'])
  assert.match(help.stdout, /Usage: \.\/muster load \[SOURCE…\] \[options\][\s\S]*Examples:/)
  const settings = JSON.parse(
    (await command(['settings', '--json'], { DATABASE_URL: 'postgres://u:hunter2@h/d' })).stdout,
  )
  assert.ok(!JSON.stringify(settings).includes('hunter2'))
})

const commands =
  'up down status version settings backup restore load map jobs schema export matches people audit billing-checks keys webhooks listen trigger portal tokens openapi mcp'

test('help COMMAND is the help of that command, and a command that is not there names the nearest', async () => {
  const listed = [...(await command(['help'])).stdout.matchAll(/^ {2}([a-z-]+) {2,}/gm)].map(
    ([, name]) => name!,
  )
  assert.equal(listed.join(' '), commands)
  for (const name of listed) {
    const { code, stdout } = await command(['help', name])
    assert.deepEqual([code, stdout.includes(`\n\nUsage: ./muster ${name}`)], [0, true], stdout)
  }
  assert.equal((await command(['help', 'keys'])).stdout, (await command(['keys', '--help'])).stdout)
  for (const args of [['kyes'], ['help', 'kyes']]) {
    const { code, stderr } = await command(args)
    const message = 'There is no command "kyes"; the nearest one is "keys", and ./muster --help lists all'
    assert.deepEqual([code, stderr], [2, `muster: ${message}\n`])
  }
})

test('a data folder that cannot be written is refused in one sentence that says what to do', async () => {
  const file = join(await dataFolder(), 'file')
  await writeFile(file, '')
  for (const data of ['/proc/muster', '/proc/a/b', '/proc', file, join(file, 'data')])
    for (const call of [
      ['up', '--port', '0'],
      ['keys', 'list'],
    ]) {
      const { code, stderr } = await command([...call, '--data', data])
      const [start, end] = stderr.split(/ \([^()]+\)/)
      assert.deepEqual(
        [code, start, end],
        [
          4,
          `muster: The data folder ${data} cannot be written`,
          '; choose another with --data FOLDER or MUSTER_DATA, or let this user write to it\n',
        ],
      )
    }
})

/** A shell in a folder that has the command as $muster and the data as $data. */
async function shell(script: string, own: Record<string, string>, folder: string) {
  const muster = fileURLToPath(new URL('../../muster', import.meta.url))
  const env = { ...process.env, muster, NO_COLOR: '1', ...own }
  const child = spawn('sh', ['-c', script], { env, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr] = [text(child.stdout), text(child.stderr)]
  const [code] = (await once(child, 'close')) as [number]
  return { code, stdout: await stdout, stderr: await stderr }
}

test('npm is asked for packages where a list of them is newer than they are, and only there', async () => {
  const folder = await dataFolder()
  for (const made of ['node_modules/.bin', 'scripts']) await mkdir(join(folder, made), { recursive: true })
  await copyFile(new URL('../../muster', import.meta.url), join(folder, 'muster'))
  await writeFile(join(folder, 'scripts/install.mjs'), "process.stdout.write('asked, ')")
  await writeFile(join(folder, 'node_modules/.bin/node'), '#!/bin/sh\necho run', { mode: 0o755 })
  const stamp = join(folder, 'node_modules/.muster-installed')
  const lists = ['package.json', 'package-lock.json'].map(name => join(folder, name))
  for (const file of [stamp, ...lists]) await writeFile(file, '')
  for (const list of lists) await utimes(list, 1000, 1000)
  const said = async () => (await shell('./muster', {}, folder)).stdout
  assert.equal(await said(), 'run\n')
  for (const list of lists) {
    await utimes(list, new Date(), new Date(Date.now() + 60_000))
    assert.equal(await said(), 'asked, run\n')
    await utimes(list, 1000, 1000)
  }
  await rm(stamp)
  assert.equal(await said(), 'asked, run\n')
})

test('every npm script installs what it needs first, so that it can be run on a fresh clone', async () => {
  const { scripts } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
  // Installs; is what installs; or says by its name that all is installed.
  const first =
    /^(npm run --silent (install:all|check|test:suite|test:one)|node scripts\/install\.mjs|exec \.\/muster)\b/
  for (const [name, script] of Object.entries(scripts as Record<string, string>)) {
    if (name === 'check:installed') continue
    const plain = script.replace(/^\w+=\S+ /, '')
    assert.match(plain, first, `npm run ${name}`)
    if (name.startsWith('test'))
      assert.match(plain, /^npm run --silent/, `npm run ${name} needs the packages of test`)
  }
})

test('a registry that cannot be reached is named within seconds, with what to check', async () => {
  const folder = await dataFolder()
  await mkdir(join(folder, 'scripts'))
  await copyFile(new URL('../../scripts/install.mjs', import.meta.url), join(folder, 'scripts/install.mjs'))
  await writeFile(join(folder, 'package.json'), '{"name": "some", "dependencies": {"other": "1.0.0"}}')
  // One that takes the connection and never answers, and one that nobody is at.
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  after(() => {
    silent.close()
    silent.closeAllConnections()
  })
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  for (const [at, said] of [
    [
      '127.0.0.1:1',
      /npm cannot fetch packages from http:\/\/127\.0\.0\.1:1 \(ECONNREFUSED\): check the network, and what npm config get registry/,
    ],
    [
      `127.0.0.1:${port}`,
      /npm is fetching packages from http:\/\/127\.0\.0\.1:\d+; if this takes minutes, check the network/,
    ],
    ['user:hunter2@127.0.0.1:1', /npm is fetching packages; if this takes minutes, check the network/],
  ] as const) {
    const env = { ...process.env, npm_config_registry: `http://${at}/` }
    const began = performance.now()
    const child = spawn('node', [join(folder, 'scripts/install.mjs')], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let heard = ''
    for await (const chunk of child.stderr.setEncoding('utf8')) {
      heard += chunk
      if (said.test(heard)) break
    }
    assert.match(heard, said)
    assert.ok(!heard.includes('hunter2'))
    assert.ok(performance.now() - began < 15_000, `${performance.now() - began} ms`)
    const closed = child.exitCode === null ? once(child, 'close') : undefined
    child.kill()
    await closed
  }
})

test('backup - writes the backup to standard output and nothing else; restore - reads it', async () => {
  const folder = await dataFolder()
  const data = { data: await dataFolder(), ...(await onCluster()) }
  const other = { data: await dataFolder(), ...(await onCluster()) }
  await writeFile(
    join(folder, 'lines'),
    rivals()
      .map(line => JSON.stringify(line))
      .join('\n'),
  )
  assert.equal((await command(['load', join(folder, 'lines'), '--data', data.data], data)).code, 0)
  const written = await shell('"$muster" backup - --data "$data" > out', data, folder)
  assert.deepEqual([written.code, written.stdout], [0, ''])
  assert.match(written.stderr, /^Wrote a backup: [\d,]+ rows, 0 files\.$/m)
  assert.deepEqual((await readdir(folder)).sort(), ['lines', 'out'], 'no file called "-"')
  // What gunzip takes without a warning has nothing before or after the backup.
  const whole = await shell('gunzip -c < out | tail -c 200', data, folder)
  assert.match(whole.stdout, /"end":true[^\n]*\n$/)
  assert.equal(whole.stderr, '')

  const restored = await shell('"$muster" restore - --data "$data" < out', other, folder)
  assert.deepEqual(
    [restored.code, /^Restored the backup: /.test(restored.stdout)],
    [0, true],
    restored.stderr,
  )
  const json = await command(['backup', '-', '--json', '--data', data.data], data)
  assert.equal(json.code, 2)
  if (!isLong) return
  const again = await shell('"$muster" restore - --data "$data" < out', other, folder)
  assert.equal(again.code, 1, 'there is something now')
  const cut = await shell('head -c 300 out | "$muster" restore - --replace --data "$data"', other, folder)
  assert.equal(cut.code, 1)

  for (const [command, said] of [
    ['backup -', /A backup is not for a terminal; send it on: \.\/muster backup - > FILE/],
    ['restore -', /A backup does not come from a terminal/],
  ] as const) {
    const shown = await shell(`script -qec '"$muster" ${command} --data "$data"' /dev/null`, data, folder)
    assert.deepEqual([shown.code, said.test(shown.stdout)], [2, true], shown.stdout.slice(0, 200))
  }
})

test('a backup whose reader goes away fails and says so, and leaves nothing running', async () => {
  const data = await emptyFolder()
  const muster = fileURLToPath(new URL('../../muster', import.meta.url))
  const child = spawn(muster, ['backup', '-', '--data', data], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.destroy()
  const stderr = text(child.stderr)
  assert.deepEqual((await once(child, 'close'))[0], 1)
  assert.match(await stderr, /Standard output was closed before the backup was whole/)
  await assert.rejects(stat(join(data, 'postgres-18/postmaster.pid')))
})

test('the demo programme comes in any size, and with other people for another seed', async () => {
  const options = { seed: 7, scale: 0.02 }
  const lines = [...demoProgramme(new Date(), { ...options, files: false })]
  const named = (type: string) =>
    lines.flatMap(line => (line.type === type && 'record' in line ? [line.record as { name?: string }] : []))
  const [data, env] = [await dataFolder(), await onCluster()]
  const server = await up(data, ['--demo', '--seed', '7', '--scale', '0.02'], env)
  const { records } = JSON.parse((await command(['status', '--json', '--data', data], env)).stdout)
  assert.deepEqual([records.timesheet, records.worker], [named('timesheet').length, named('worker').length])
  const headers = { Authorization: `Bearer ${server.companyKey}` }
  const answer = await fetch(`${server.baseUrl}/workers?fields=name&limit=5`, { headers })
  const shown = (await answer.json()) as { data: { name: string }[] }
  const names = new Set(named('worker').map(worker => worker.name))
  assert.ok(shown.data.every(worker => names.has(worker.name)))
  const usual = [...demoProgramme(new Date(), { scale: 0.02, files: false })].find(
    line => line.type === 'worker',
  )
  assert.notDeepEqual(
    usual,
    lines.find(line => line.type === 'worker'),
  )
  await stop(server)
  for (const wrong of [
    ['--seed', '7'],
    ['--demo', '--scale', '0'],
    ['--demo', '--seed', 'x'],
  ])
    assert.equal((await command(['up', ...wrong, '--data', data])).code, 2, wrong.join(' '))
})

test('the demo allows loopback addresses, and not where WEBHOOK_LOOPBACK=no, to its server and its commands', async () => {
  for (const [own, allowed] of [
    [{}, true],
    [{ WEBHOOK_LOOPBACK: 'no' }, false],
  ] as const) {
    const [data, env] = [await dataFolder(), { ...(await onCluster()), ...own }]
    const server = await up(data, ['--demo', '--scale', '0.02'], env)
    const muster = (...args: string[]) => command([...args, '--json', '--data', data], env)
    const { token } = JSON.parse((await muster('tokens', 'create')).stdout)
    const lines = (await command(['export', 'company', '--data', data], env)).stdout.split('\n')
    const owner = JSON.parse(lines[0]!).record.id
    const asked = { kind: 'company', owners: [owner], url: 'http://127.0.0.1:1/hook', types: ['*'] }
    const answer = await fetch(new URL('/operator/webhooks', server.baseUrl), {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(asked),
    })
    const text = await answer.text()
    assert.equal(answer.ok, allowed, text)
    const added = await muster('webhooks', 'add', asked.url, '--company', owner)
    assert.equal(added.code, allowed ? 0 : 2, added.stdout)
    await stop(server)
  }
})
