// Runs one bench by its name, `npm run bench NAME -- [options]`, or lists them all. The header of each bench has its options.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** What each file here measures. */
const benches: Readonly<Record<string, string>> = {
  'billing-checks': 'billing checks at size, and what keeping them costs a load',
  clearances: 'clearances at size, and what keeping them costs a load',
  exports: 'how fast whole lists are exported, and how long the pages of another key take meanwhile',
  'fair-shares': 'pages of a well-behaved key beside another that takes all it can get',
  'first-pages': 'the first page of every list with every filter, date, search, sort and part',
  gate: 'what limits cost: throughput with them and without',
  growth: 'whether lists stay as quick as they grow; writes bench/GROWTH.md',
  'large-posts': 'memory and waiting while large bodies are posted at once',
  matching: 'whether a known worker is found among a million, and how long that takes',
  metrics: 'recruitment metrics at size',
  overview: 'how fast records load, and how long first pages take',
  peers: 'the server beside node:http, a hand-written handler and three libraries; writes bench/RESULTS.md',
  portal: 'pages of the portal, viewers of a live page, and lists at size',
  processes: 'what one, two and four processes that share a port answer, and cost',
  requests: 'where the processor time of each kind of request goes; writes bench/REQUESTS.md',
  size: 'the disk, memory and connections that an installation needs',
  totals: 'totals at size, and what keeping them costs a load',
  versions: 'this checkout beside others on one database, by turns',
  webhooks: 'how fast and how soon deliveries arrive, beside dead endpoints too',
}

/** Folders with packages of their own that a bench needs. */
const packages: Readonly<Record<string, string>> = { peers: 'bench/peers', portal: 'test' }

const [name] = process.argv.splice(2, 1)
if (name === undefined || !Object.hasOwn(benches, name)) {
  const list = Object.entries(benches).map(([each, measures]) => `  ${each.padEnd(13)}${measures}\n`)
  if (name !== undefined) process.stderr.write(`There is no bench called "${name}".\n`)
  process.stdout.write(`npm run bench NAME -- [options]\n\n${list.join('')}`)
  process.exit(name === undefined ? 0 : 2)
}

const folder = packages[name]
if (folder) {
  const installer = join(import.meta.dirname, '../scripts/install.mjs')
  const { status } = spawnSync(process.execPath, [installer, folder], { stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}
await import(`./${name}.ts`)
