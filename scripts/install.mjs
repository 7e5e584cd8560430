// Installs the npm packages when they are missing or out of date; plain JavaScript for the host's own Node,
// so it must not know anything of the server or use anything from node_modules.

import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

// The project's own packages, or those of a folder in it that has some of its own.
const root = join(fileURLToPath(new URL('..', import.meta.url)), process.argv[2] ?? '')
const modules = join(root, 'node_modules')
const stamp = join(modules, '.muster-installed')
const lock = join(modules, '.muster-installing')
const lockStaleMs = 10_000
const platform = `${process.platform}-${process.arch}`

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const optional = Object.keys(manifest.optionalDependencies ?? {}).filter(name => name.endsWith(platform))

const read = file => (existsSync(file) ? readFileSync(file, 'utf8') : '')
const changedAt = file => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

// The scripts and the version in package.json may change without a new install.
function wanted() {
  const { dependencies, devDependencies, optionalDependencies, overrides, workspaces, allowScripts } =
    manifest
  const named = { dependencies, devDependencies, optionalDependencies, overrides, workspaces, allowScripts }
  const text = [platform, JSON.stringify(named), read(join(root, 'package-lock.json'))]
  return createHash('sha256').update(text.join('\n')).digest('hex')
}

function writable() {
  try {
    accessSync(existsSync(modules) ? modules : root, constants.W_OK)
    return true
  } catch {
    return false
  }
}

// A folder that somebody else owns and has installed (an image, a package) cannot carry our stamp.
function installedByOwner() {
  const installed = changedAt(join(modules, '.package-lock.json'))
  return installed > 0 && installed >= changedAt(join(root, 'package-lock.json'))
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

function takeLock() {
  mkdirSync(modules, { recursive: true })
  try {
    writeFileSync(lock, '', { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  const seen = changedAt(lock)
  if (seen === 0 || Date.now() - seen < lockStaleMs) return false
  // Whoever held it was killed. A rename succeeds for one of those who wait, and the others find it gone.
  const aside = `${lock}-${randomUUID()}`
  try {
    renameSync(lock, aside)
  } catch {
    return false
  }
  rmSync(aside)
  return false
}

async function holdLock() {
  let told = false
  while (!takeLock()) {
    if (!told) process.stderr.write('Waiting for another installation in this folder to finish …\n')
    told = true
    await sleep(100)
  }
}

function npmEnvironment() {
  const env = {}
  for (const [key, value] of Object.entries(process.env)) {
    const ofOuterNpm = /^npm_(?!config_)/.test(key) || /^npm_config_(local_prefix|global)$/.test(key)
    if (!ofOuterNpm) env[key] = value
  }
  // npm must run on the host's Node: the one in node_modules may be replaced under its feet.
  const folders = (process.env.PATH ?? '').split(':').filter(folder => !folder.endsWith('node_modules/.bin'))
  return { ...env, PATH: folders.join(':') }
}

function npmInstall() {
  const flags = [
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--include=dev',
    '--include=optional',
    '--loglevel=error',
  ]
  return new Promise(resolve => {
    const npm = spawn('npm', ['install', ...flags], { cwd: root, env: npmEnvironment(), stdio: 'pipe' })
    let output = ''
    npm.stdin.end()
    for (const stream of [npm.stdout, npm.stderr]) stream.on('data', chunk => (output += chunk))
    npm.on('error', error => resolve({ missing: error.code === 'ENOENT', output: error.message }))
    npm.on('close', code => resolve(code === 0 ? undefined : { missing: false, output }))
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.once(signal, () => {
        npm.kill(signal)
        rmSync(lock, { force: true })
        process.exit(1)
      })
    }
  })
}

const quietMs = 3_000
const probeMs = 3_000

// npm says nothing while it tries an unreachable registry again and again, for more than a minute.
async function sayWhatIsAwaited(signal) {
  if (!(await sleep(quietMs, true, { signal }).catch(() => false))) return
  const { registry, proxy } = addressesIn(await npmConfig('registry', 'proxy', 'https-proxy'))
  const problem = registry && (await unreachable(proxy ?? registry))
  if (signal.aborted) return
  const from = registry ? ` from ${registry.origin}${proxy ? `, through the proxy ${proxy.origin}` : ''}` : ''
  const check =
    'check the network, and what npm config get registry, npm config get proxy and npm config get https-proxy say'
  process.stderr.write(
    problem
      ? `npm cannot fetch packages${from} (${problem}): ${check}. It goes on trying for a while; Ctrl-C ends it.\n`
      : `npm is fetching packages${from}; if this takes minutes, ${check}.\n`,
  )
}

/** Without names and passwords; npm tells nothing where the address of the registry has some. */
function addressesIn(output) {
  const given = Object.fromEntries(output.split('\n').map(line => line.split(/ ?= ?(.*)/)))
  const address = name => (URL.canParse(given[name] ?? '') ? new URL(given[name]) : undefined)
  const registry = address('registry')
  return { registry, proxy: address(registry?.protocol === 'https:' ? 'https-proxy' : 'proxy') }
}

function npmConfig(...names) {
  return new Promise(resolve => {
    const npm = spawn('npm', ['config', 'get', ...names], {
      cwd: root,
      env: npmEnvironment(),
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let output = ''
    npm.stdout.on('data', chunk => (output += chunk))
    npm.on('error', () => resolve(''))
    npm.on('close', () => resolve(output))
  })
}

/** Why nothing listens there, or undefined. */
function unreachable({ hostname, port, protocol }) {
  return new Promise(resolve => {
    const at = Number(port) || (protocol === 'https:' ? 443 : 80)
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: at })
    const end = problem => {
      socket.destroy()
      resolve(problem)
    }
    socket.once('connect', () => end()).once('error', error => end(error.code ?? error.message))
    socket.setTimeout(probeMs, () => end('no answer'))
  })
}

async function install() {
  process.stderr.write('Installing the npm packages (the first time takes a moment) …\n')
  const installed = new AbortController()
  const awaiting = sayWhatIsAwaited(installed.signal)
  const failure = await npmInstall()
  installed.abort()
  await awaiting
  if (failure?.missing)
    return 'npm was not found: install Node.js 20 or newer together with npm, then run this again.'
  if (failure) {
    const last = failure.output.trim().split('\n').slice(-20).join('\n')
    return `${last}\nThe npm packages could not be installed: npm says why above. Put that right, then run this again.`
  }
  const skipped = optional.filter(name => !existsSync(join(modules, name, 'package.json')))
  // Without a stamp the next run asks npm for them again.
  if (skipped.length > 0)
    process.stderr.write(`npm could not fetch ${skipped.join(' and ')}; going on without.\n`)
  else writeFileSync(stamp, wanted())
}

async function main() {
  if (read(stamp) === wanted()) {
    // So that `muster` sees by its time that there is nothing to ask.
    if (writable()) utimesSync(stamp, new Date(), new Date())
    return
  }
  if (!writable()) {
    if (installedByOwner()) return
    fail(
      `The npm packages in ${root} are missing or out of date and this user may not write there: run npm install as its owner.`,
    )
  }
  await holdLock()
  const beat = setInterval(() => utimesSync(lock, new Date(), new Date()), 1000)
  let problem
  try {
    if (read(stamp) !== wanted()) problem = await install()
  } finally {
    clearInterval(beat)
    rmSync(lock, { force: true })
  }
  if (problem) fail(problem)
}

if (Number.parseInt(process.versions.node, 10) < 20)
  fail(`Node.js 20 or newer is needed; this is ${process.version}.`)
await main()
