// How soon a started server is ready, how long its first pages take, and how much memory it has.
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { bearer } from './clients.ts'
import type { Section } from './results.ts'
import { startServer } from './server.ts'
import { markdown, median, progress } from './table.ts'

const goals = { readyMs: 2000, firstPageMs: 30, restMegabytes: 120, loadMegabytes: 300 }
const lists = ['/timesheets', '/requisitions', '/workers', '/invoices']
const restMs = 5000

export async function megabytes(pid: number, of: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${of}:\\s+(\\d+)`).exec(status)![1]) / 1024
}

/** Milliseconds until it is ready, to the first page of one list, and the memory some seconds later. */
async function once(data: string, key: string, list: string) {
  const began = performance.now()
  const server = await startServer(data, [], {}, 'unread')
  try {
    const { origin } = new URL(server.baseUrl)
    while ((await fetch(`${origin}/readyz`)).status !== 200) await wait(5)
    const ready = performance.now() - began
    const asked = performance.now()
    const answered = await fetch(`${server.baseUrl}${list}?limit=50`, { headers: bearer(key) })
    await answered.arrayBuffer()
    const page = performance.now() - asked
    if (answered.status !== 200) throw new Error(`${list} answered ${answered.status}`)
    await wait(restMs)
    return { ready, page, rest: await megabytes(server.pid, 'VmRSS') }
  } finally {
    await server.stop()
  }
}

/** Each list is the first thing that a server is asked, several times. */
export async function starts(
  data: string,
  key: string,
  times: number,
  underLoad: readonly [string, number][],
): Promise<Section> {
  const ready: number[] = []
  const rest: number[] = []
  const first = new Map(lists.map(list => [list, [] as number[]]))
  for (let time = 0; time < times; time++)
    for (const list of lists) {
      progress(`Starting, and asking ${list} first, time ${time + 1} of ${times}`)
      const one = await once(data, key, list)
      ready.push(one.ready)
      rest.push(one.rest)
      first.get(list)!.push(one.page)
    }
  const rows: [string, number, number, string][] = [
    ['ready after the start', median(ready), goals.readyMs, 'ms'],
    ...[...first].map(([list, found]): [string, number, number, string] => [
      `first page of ${list}, nothing asked before`,
      median(found),
      goals.firstPageMs,
      'ms',
    ]),
    ['memory at rest', median(rest), goals.restMegabytes, 'MB'],
    ...underLoad.map(([name, value]): [string, number, number, string] => [
      name,
      value,
      goals.loadMegabytes,
      'MB',
    ]),
  ]
  const shown = (value: number, unit: string) => `${value.toFixed(value < 100 ? 1 : 0)} ${unit}`
  return {
    title: 'Starting, and memory',
    text: [
      `Medians of ${ready.length} starts on a database that is there, its PostgreSQL started with it; the time from the command to a 200 from \`/readyz\`, and that of the first request after it as its client sees it. Memory is that of the server process, PostgreSQL's not included: ${restMs / 1000} s after its only request${underLoad.length > 0 ? ', and the most it had in the turns above' : ''}.`,
      markdown(
        ['', 'measured', 'wanted', 'goal'],
        rows.map(([name, value, most, unit]) => [
          name,
          shown(value, unit),
          `≤ ${most} ${unit}`,
          value <= most ? 'met' : 'not met',
        ]),
      ),
    ],
    misses: rows
      .filter(([, value, most]) => value > most)
      .map(([name, value, most, unit]) => `${name}: ${shown(value, unit)}, wanted ${most}`),
  }
}
