// What the gate costs: throughput with limits against the same server without any, in turns, so that a noisy
// machine disturbs both alike. `node bench/gate.ts [rounds] [seconds]`
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { operations, recordTypes } from '../src/api/index.ts'
import { scopesFor } from '../src/api/scopes.ts'
import type { Desk } from '../src/call.ts'
import { demoKeys, demoProgramme } from '../src/demo/programme.ts'
import { diskStore } from '../src/files/disk.ts'
import { fileIntake } from '../src/files/intake.ts'
import { routesOf } from '../src/http/routes.ts'
import { httpServer } from '../src/http/server.ts'
import { load } from '../src/load/load.ts'
import { callerBook } from '../src/store/callers.ts'
import { type Database, openDatabase } from '../src/store/database.ts'
import { startDatabase, stopDatabase } from '../src/store/embedded.ts'
import { gateOf } from '../src/store/gate.ts'
import { prepare } from '../src/store/home.ts'
import { createKey } from '../src/store/keys.ts'
import { storedRecords } from '../src/store/records.ts'
import { sql } from '../src/store/sql.ts'
import { storedFigures } from '../src/store/stored-figures.ts'

const rounds = Number(process.argv[2] ?? 8)
const seconds = Number(process.argv[3] ?? 2)
const connections = 32
const clients = fileURLToPath(new URL('./gate-clients.ts', import.meta.url))

async function* lines(): AsyncIterable<Buffer> {
  for (const line of demoProgramme(new Date())) yield Buffer.from(`${JSON.stringify(line)}\n`)
}

type Admit = Desk['admit']

/** Knows the key from the first call on and asks nobody again. */
function withoutLimits(admit: Admit): Admit {
  let known: ReturnType<Admit> | undefined
  return (secret, ip) => {
    known ??= admit(secret, ip)
    return known
  }
}

async function serve(desk: Desk): Promise<Server> {
  const server = httpServer({
    api: { routes: routesOf(operations), desk },
    extras: [],
    trustedProxies: [],
    observe: () => {},
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** Processor time so far of this process and of PostgreSQL, in microseconds. */
async function processorTime(database: Database): Promise<number> {
  const { user, system } = process.cpuUsage()
  const rows = await database.rows<{ pid: number }>(sql`select pid from pg_stat_activity`)
  const ticks = rows.map(({ pid }) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]!.split(' ')
    return Number(fields[11]) + Number(fields[12])
  })
  return user + system + ticks.reduce((sum, each) => sum + each, 0) * 10_000
}

/** Answers a second, and the processor time of one. */
type Round = { rate: number; micros: number }

async function round(database: Database, server: Server, path: string, key: string): Promise<Round> {
  const { port } = server.address() as AddressInfo
  const args = [clients, String(port), path, key, String(connections), String(seconds * 1000)]
  const before = await processorTime(database)
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const spent = (await processorTime(database)) - before
  const { answers, wrong } = JSON.parse(stdout)
  if (wrong > 0) throw new Error(`${wrong} answers were not 200`)
  return { rate: answers / seconds, micros: spent / answers }
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

function report(path: string, { limits, none }: { limits: Round[]; none: Round[] }): void {
  const slower = median(limits.map(({ rate }, index) => 1 - rate / none[index]!.rate))
  const dearer = median(limits.map(({ micros }, index) => micros / none[index]!.micros - 1))
  const shown = (rounds: Round[]) =>
    `${median(rounds.map(({ rate }) => rate))
      .toFixed(0)
      .padStart(6)}/s ${median(rounds.map(({ micros }) => micros))
      .toFixed(0)
      .padStart(5)} µs`
  process.stdout.write(
    `${path.padEnd(22)} limits ${shown(limits)}   none ${shown(none)}   throughput -${(slower * 100).toFixed(1)} %, processor +${(dearer * 100).toFixed(1)} %\n`,
  )
}

async function measure(database: Database): Promise<void> {
  const readiness = await prepare(database, recordTypes)
  const files = await mkdtemp(join(tmpdir(), 'muster-bench-files-'))
  await load(database, recordTypes, lines(), { files: fileIntake(diskStore(files), undefined) })
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
    figures: storedFigures(database, recordTypes, readiness),
    links: (_: unknown, body: readonly Buffer[]) => [...body],
    now: () => new Date(),
  }
  const { admit } = gateOf(database, callerBook(database))
  const servers = {
    limits: await serve({ admit, world }),
    none: await serve({ admit: withoutLimits(admit), world }),
  }
  for (const path of ['/timesheets?limit=50', '/timesheets?limit=1', '/me']) {
    const found = { limits: [] as Round[], none: [] as Round[] }
    for (let turn = -1; turn < rounds; turn++) {
      for (const which of turn % 2 ? (['none', 'limits'] as const) : (['limits', 'none'] as const)) {
        const one = await round(database, servers[which], path, secret)
        if (turn >= 0) found[which].push(one)
      }
    }
    report(path, found)
  }
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
