// What the gate costs: throughput with limits against the same server without any, in turns, so that a noisy
// machine disturbs both alike. `npm run bench gate -- [turns]`
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { demoKeys, demoProgramme } from '../demo/programme.ts'
import { slowDown } from '../src/access/slow-down.ts'
import { operations, recordTypes } from '../src/api/index.ts'
import { scopesFor } from '../src/api/scopes.ts'
import { type Database, openDatabase } from '../src/database/database.ts'
import { startDatabase, stopDatabase } from '../src/embedded/postgresql.ts'
import { sealOf } from '../src/encryption/sealing.ts'
import { secretsOf } from '../src/encryption/secret.ts'
import { diskStore } from '../src/files/disk.ts'
import { fileIntake } from '../src/files/intake.ts'
import { routesOf } from '../src/http/routes.ts'
import { httpServer } from '../src/http/server.ts'
import { spillRoom } from '../src/http/spill-room.ts'
import type { Backend } from '../src/kernel/call/call.ts'
import { noFreshness } from '../src/kernel/operation/operation.ts'
import { noExports } from '../src/kernel/query/plan.ts'
import { load } from '../src/load/load.ts'
import { marksOfKeys } from '../src/operator/mark-operations.ts'
import { guardOf } from '../src/outbound/guard.ts'
import { storedFeeds } from '../src/store/feeds/stored-feeds.ts'
import { storedFigures } from '../src/store/figures/stored-figures.ts'
import { callerBook } from '../src/store/keys/callers.ts'
import { gateOf } from '../src/store/keys/gate.ts'
import { createKey } from '../src/store/keys/keys.ts'
import { storedRecords } from '../src/store/reading/records.ts'
import { prepareDatabase } from '../src/store/schema/prepare.ts'
import { workerCreator } from '../src/workers/create-worker.ts'

const turns = Number(process.argv[2] ?? 40)
const turnMs = 400
const connections = 32
const clients = fileURLToPath(new URL('./gate-clients.ts', import.meta.url))

async function* lines(): AsyncIterable<Buffer> {
  for (const line of demoProgramme(new Date())) yield Buffer.from(`${JSON.stringify(line)}\n`)
}

type Admit = Backend['admit']

/** Knows the key from the first call on and asks nobody again. */
function withoutLimits(admit: Admit): Admit {
  let known: ReturnType<Admit> | undefined
  return (secret, ip) => {
    known ??= admit(secret, ip)
    return known
  }
}

const nothing = { memoryBytes: 0, diskBytes: 0 }
const nothingWaits = {
  folder: '',
  ...nothing,
  room: spillRoom(nothing),
  pace: { leastBytesPerSecond: 1, patienceMs: 1 },
}

async function serve(backend: Backend): Promise<Server> {
  const server = httpServer({
    api: { routes: routesOf(operations), backend, spill: nothingWaits, address: () => '' },
    handlers: [],
    trustedProxies: [],
    slowDown: slowDown(),
    observe: () => {},
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

const portOf = (server: Server) => (server.address() as AddressInfo).port

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Each turn with limits against the turn without that was next to it. */
async function compare(path: string, key: string, limits: Server, none: Server): Promise<void> {
  const ports = `${portOf(limits)},${portOf(none)}`
  const args = [clients, ports, path, key, String(connections), String(turns), String(turnMs)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const [held, free] = JSON.parse(stdout) as [number[], number[]]
  const costs = held.map((rate, index) => (1 - rate / free[index]!) * 100).sort((a, b) => a - b)
  const quartile = (part: number) => costs[Math.floor(costs.length * part)]!.toFixed(1)
  process.stdout.write(
    `${path.padEnd(22)} limits ${median(held).toFixed(0).padStart(6)}/s   none ${median(free).toFixed(0).padStart(6)}/s   ` +
      `cost ${median(costs).toFixed(1)} % (quartiles ${quartile(0.25)} and ${quartile(0.75)})\n`,
  )
}

async function measure(database: Database): Promise<void> {
  const readiness = await prepareDatabase(database, recordTypes)
  const files = await mkdtemp(join(tmpdir(), 'muster-bench-files-'))
  const [store, secrets] = [diskStore(files), secretsOf(['the master secret of a bench, which is none'])]
  await load(database, recordTypes, lines(), { files: fileIntake(store, undefined), seal: sealOf(secrets) })
  await rm(files, { recursive: true })
  const { secret } = await createKey(database, {
    kind: 'company',
    owners: demoKeys.company,
    name: 'bench',
    scopes: scopesFor('company'),
    perMinute: 999_999_999,
    perDay: 999_999_999,
  })
  const world = {
    records: storedRecords(database, recordTypes, readiness),
    exports: noExports,
    feeds: storedFeeds(database, recordTypes),
    figures: storedFigures(database, recordTypes, readiness),
    marks: marksOfKeys({ database }),
    workerCreation: workerCreator({
      database,
      store,
      secrets,
      readiness,
      guard: guardOf({ loopback: false }),
      answersHours: 24,
      trouble: () => {},
    }),
    links: () => ({ name: '', fill: (body: readonly Buffer[]) => [...body] }),
    freshness: noFreshness,
    billingWork: { isWaiting: async () => false },
    clearanceWork: { isWaiting: async () => false },
    now: () => new Date(),
  }
  const { admit } = gateOf(database.apart(), callerBook(database, recordTypes))
  const servers = {
    limits: await serve({ admit, world }),
    none: await serve({ admit: withoutLimits(admit), world }),
  }
  for (const path of ['/timesheets', '/timesheets?limit=1', '/me'])
    await compare(path, secret, servers.limits, servers.none)
  for (const server of Object.values(servers)) server.closeAllConnections()
  for (const server of Object.values(servers)) server.close()
}

const folder = await mkdtemp(join(tmpdir(), 'muster-bench-'))
const { connection } = await startDatabase(folder, () => {})
const database = openDatabase({ connection }, { connections: 4, applicationName: 'muster bench' })
try {
  await measure(database)
} finally {
  await database.close()
  await stopDatabase(folder)
  await rm(folder, { recursive: true, force: true })
}
