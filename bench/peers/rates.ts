// Answers a second of the server, of bare node:http with as many bytes and of the peers, by turns.
import type { Database } from '../../src/database/database.ts'
import { sql } from '../../src/database/sql.ts'
import { answersPerSecond, bearer, type Load, requestOf } from '../clients.ts'
import type { Section } from '../results.ts'
import type { BenchServer, Program } from '../server.ts'
import { markdown, median, progress } from '../table.ts'
import { type Peer, peerNames } from './peers.ts'

export type Turns = { turns: number; seconds: number }

type Row = {
  name: string
  path: string
  /** Of bare node:http, or of the row with that name. */
  goal?: { share: number; of?: string }
  tagged?: true
  /** Peers have no such records. */
  alone?: true
  /** Each request asks for another span of time, so that its total is counted. */
  fresh?: true
}

const page = '/timesheets?limit=50'
const fields = `${page}&fields=id,status,worker.name`
/** Each with links to files, some 290 of them. */
const workers = '/workers?limit=50'
const path = { one: (id: string) => `/timesheets/${id}`, sites: '/sites?limit=1' }

export const uncached = (id: string): readonly Row[] => [
  { name: 'page of 50 with total', path: page, goal: { share: 0.18 } },
  { name: 'the same, its total counted each time', path: page, fresh: true },
  { name: 'one by its id', path: path.one(id), goal: { share: 0.28 } },
  { name: 'fields=id,status,worker.name', path: fields, goal: { share: 1, of: 'page of 50 with total' } },
  { name: '/sites?limit=1', path: path.sites, goal: { share: 0.28 } },
  { name: 'page of 50 workers with links', path: workers, goal: { share: 1 / 25 }, alone: true },
]

export const remembered = (id: string): readonly Row[] => [
  { name: 'page of 50, remembered', path: page, goal: { share: 0.65 } },
  { name: 'one by its id, remembered', path: path.one(id), goal: { share: 0.52 } },
  { name: '304', path: page, tagged: true, goal: { share: 0.52 } },
  { name: '/me', path: '/me', goal: { share: 0.52 } },
  {
    name: 'fields=id,status,worker.name, remembered',
    path: fields,
    goal: { share: 1, of: 'page of 50, remembered' },
  },
  { name: '/sites?limit=1, remembered', path: path.sites, goal: { share: 0.52 } },
  { name: 'page of 50 workers with links, remembered', path: workers, goal: { share: 1 / 4 }, alone: true },
]

type Sides = { server: BenchServer; key: string; bare: Program; peers: readonly Peer[] }
type Measured = { row: Row; bytes: number; rates: Map<string, number> }

export async function rates(
  rows: readonly Row[],
  sides: Sides,
  drained: () => Promise<void>,
  { turns, seconds }: Turns,
): Promise<Measured[]> {
  const measured: Measured[] = []
  for (const row of rows) {
    const { bytes, loads } = await loadsOf(row, sides)
    const found = new Map(loads.map(({ name }) => [name, [] as number[]]))
    for (const { load } of loads) {
      await answersPerSecond({ ...load(), seconds: Math.min(1, seconds) })
      await drained()
    }
    for (let turn = 0; turn < turns; turn++) {
      // Whoever went first goes last in the next turn.
      for (const [at] of loads.entries()) {
        const { name, load } = loads[(at + turn) % loads.length]!
        progress(`${row.name}: ${name}, turn ${turn + 1} of ${turns}`)
        found.get(name)!.push(await answersPerSecond({ ...load(), seconds }))
        await drained()
      }
    }
    measured.push({
      row,
      bytes,
      rates: new Map([...found].map(([name, each]) => [name, median(each)])),
    })
  }
  return measured
}

type Side = { name: string; load: () => Omit<Load, 'seconds'> }

async function loadsOf(
  row: Row,
  { server, key, bare, peers }: Sides,
): Promise<{ bytes: number; loads: Side[] }> {
  const first = await fetch(`${server.baseUrl}${row.path}`, { headers: bearer(key) })
  const bytes = row.tagged ? 0 : (await first.arrayBuffer()).byteLength
  const headers = {
    ...bearer(key),
    ...(row.tagged && { 'If-None-Match': first.headers.get('etag')! }),
  }
  const { port, pathname } = new URL(server.baseUrl)
  const own = (ask: string) => requestOf(`${pathname}${ask}`, headers)
  return {
    bytes,
    loads: [
      {
        name: 'Muster',
        load: () => ({
          port,
          requests: row.fresh ? freshPaths(row.path).map(own) : [own(row.path)],
          status: row.tagged ? 304 : 200,
        }),
      },
      { name: 'bare', load: () => ({ port: bare.port, requests: [requestOf(`/${bytes}`, bearer(key))] }) },
      ...(row.alone ? [] : peers).map(peer => ({
        name: peer.name,
        load: () => ({ port: peer.port, requests: [peer.requestOf(row.path)] }),
      })),
    ],
  }
}

const dayMs = 86_400_000
let daysAsked = 0

/** To a day long after all others, never the same twice. */
export function freshPath(ask: string): string {
  const day = new Date(Date.UTC(2090, 0, 1) + dayMs * daysAsked++).toISOString().slice(0, 10)
  return `${ask}&to=${day}`
}

const freshPaths = (ask: string) => Array.from({ length: 6000 }, () => freshPath(ask))

export function ratesSection(measured: readonly Measured[]): Section {
  const misses: string[] = []
  const of = (name: string) => measured.find(({ row }) => row.name === name)!.rates.get('Muster')!
  const rows = measured.map(({ row, bytes, rates: found }) => {
    const [own, least] = [found.get('Muster')!, found.get('bare')!]
    const percent = (share: number) => `${Math.round(share * 100)} %`
    const share = own / (row.goal?.of ? of(row.goal.of) : least)
    const isMet = !row.goal || share >= row.goal.share
    const wanted = row.goal && (row.goal.of ? `as many as “${row.goal.of}”` : `≥ ${percent(row.goal.share)}`)
    if (!isMet) misses.push(`${row.name}: ${percent(share)}, wanted ${wanted}`)
    return [
      row.name,
      bytes.toLocaleString('en-GB'),
      own.toFixed(0),
      least.toFixed(0),
      percent(own / least),
      ...peerNames.map(name => found.get(name)?.toFixed(0) ?? '–'),
      wanted ?? '–',
      row.goal ? (isMet ? 'met' : 'not met') : '–',
    ]
  })
  return {
    title: 'Answers a second',
    text: [
      'Of 32 connections, each asking again as soon as it is answered; the median of several turns in rotation. Clients are our own (`bench/page-clients.ts`), in a process of their own. The first rows are of a server that remembers no answers (`ANSWER_MEMORY_MB=0`; totals it does remember until something changes, except where they are counted each time), those below of one with its default settings. Peers remember nothing; they check no key, keep no limits and write no log.',
      markdown(['', 'bytes', 'Muster', 'node:http', 'share', ...peerNames, 'wanted', 'goal'], rows),
    ],
    misses,
  }
}

/** Whoever is asked next shall not wait for queries that the last clients left behind. */
export async function drain(database: Database): Promise<void> {
  const end = performance.now() + 60_000
  for (let quiet = 0; quiet < 3; ) {
    const busy = await database.rows(sql`
      select 1 from pg_stat_activity
      where backend_type = 'client backend' and state <> 'idle' and pid <> pg_backend_pid() limit 1`)
    quiet = busy.length === 0 ? quiet + 1 : 0
    if (performance.now() > end) throw new Error('Queries of the last turn went on for a minute')
    await new Promise(resolve => setTimeout(resolve, 30))
  }
}
