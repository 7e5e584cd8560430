// How long the 4,000th page takes beside the first, walked to in order and jumped to, of one client that asks one after
// another.
import { Agent, request } from 'node:http'
import { bearer, type Headers } from '../clients.ts'
import type { Section } from '../results.ts'
import type { BenchServer } from '../server.ts'
import { markdown, median, progress } from '../table.ts'
import type { Peer } from './peers.ts'
import { freshPath } from './rates.ts'

const goals = { walked: 1.3, jumped: 5 }
const perPage = 50
/** A peer that needs half a minute for a page is asked a few times only. */
const mostMs = 30_000
const page = (number: number) => `/timesheets?limit=${perPage}&page=${number}`

/** Milliseconds until the last byte of a 200. */
function took(agent: Agent, url: string, headers: Headers, body?: string): Promise<number> {
  const began = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  request(url, { agent, headers, method: body ? 'POST' : 'GET' }, response => {
    response.resume().on('end', () => {
      if (response.statusCode === 200) resolve(performance.now() - began)
      else reject(new Error(`${url} answered ${response.statusCode}`))
    })
  })
    .on('error', reject)
    .end(body)
  return promise
}

/** `cold` is of pages whose rows nobody has read before: most of that is the disk. */
type Times = { first: number; walked?: number; cold?: number; jumped: number }

async function own(server: BenchServer, key: string, last: number, times: number): Promise<Times> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = (path: string) => took(agent, `${server.baseUrl}${path}`, bearer(key))
  const [first, walked, cold, jumped]: number[][] = [[], [], [], []]
  for (let number = 1; number <= last; number++) {
    progress(`Walking to page ${number} of ${last}`)
    const ms = await ask(page(number))
    if (number > last - times) cold!.push(ms)
  }
  // Their rows are in memory now, as those of the first page are; by turns, so that a busy machine disturbs both alike.
  for (let number = last - times + 1; number <= last; number++) {
    walked!.push(await ask(page(number)))
    first!.push(await ask(page(1)))
  }
  for (let time = 0; time < Math.ceil(times / 5); time++) {
    progress(`Jumping to page ${last}, time ${time + 1}`)
    // Of a list that nobody has read on in; its total is counted with the first page.
    const path = freshPath(`/timesheets?limit=${perPage}`)
    await ask(path)
    jumped!.push(await ask(`${path}&page=${last}`))
  }
  agent.destroy()
  return { first: median(first!), walked: median(walked!), cold: median(cold!), jumped: median(jumped!) }
}

async function of(peer: Peer, last: number, times: number): Promise<Times> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = (path: string) => {
    const [head, body] = peer.requestOf(path).split('\r\n\r\n') as [string, string]
    const [line, ...lines] = head.split('\r\n') as [string, ...string[]]
    const headers = Object.fromEntries(lines.map(each => each.split(': ') as [string, string]))
    return took(agent, `http://127.0.0.1:${peer.port}${line.split(' ')[1]}`, headers, body || undefined)
  }
  const [first, jumped]: number[][] = [[], []]
  const began = performance.now()
  for (let time = 0; time < Math.ceil(times / 5) + 2; time++) {
    if (jumped!.length >= 3 && performance.now() - began > mostMs) break
    progress(`${peer.name}: page ${last}, time ${time + 1}`)
    const both = [await ask(page(1)), await ask(page(last))]
    if (time < 2) continue
    first!.push(both[0]!)
    jumped!.push(both[1]!)
  }
  agent.destroy()
  return { first: median(first!), jumped: median(jumped!) }
}

export async function farPages(
  { server, key, peers }: { server: BenchServer; key: string; peers: readonly Peer[] },
  total: number,
  times: number,
): Promise<Section> {
  const last = Math.min(4000, Math.floor(total / perPage))
  const rows: [string, Times][] = [['Muster', await own(server, key, last, Math.min(times, last))]]
  for (const peer of peers) rows.push([peer.name, await of(peer, last, times)])
  const ratio = ({ first }: Times, ms: number | undefined) =>
    ms === undefined ? '–' : `${ms.toFixed(1)} (× ${(ms / first).toFixed(2)})`
  const { first, walked, cold, jumped } = rows[0]![1]
  const misses: string[] = []
  if (walked! / first > goals.walked)
    misses.push(
      `page ${last}, walked to: ${(walked! / first).toFixed(2)} times the first, wanted ${goals.walked}`,
    )
  if (jumped / first > goals.jumped)
    misses.push(
      `page ${last}, jumped to: ${(jumped / first).toFixed(2)} times the first, wanted ${goals.jumped}`,
    )
  const verdict = (isMet: boolean) => (isMet ? 'met' : 'not met')
  return {
    title: `Page ${last.toLocaleString('en-GB')} beside the first`,
    text: [
      `Milliseconds of one client that asks one after another, the median, and in brackets how often that of the first page. Muster remembers no answers here; pages are walked to twice, and the second time counts, when their rows are in memory as those of the first page are (the first time ${cold!.toFixed(1)} ms, most of it the disk's). Each jump is in a list of which nobody has read more than the first page. Wanted: walked to at most × ${goals.walked} (${verdict(walked! / first <= goals.walked)}), jumped to at most × ${goals.jumped} (${verdict(jumped / first <= goals.jumped)}).`,
      markdown(
        ['', 'page 1', 'walked to', 'jumped to'],
        rows.map(([name, each]) => [
          name,
          each.first.toFixed(1),
          ratio(each, each.walked),
          ratio(each, each.jumped),
        ]),
      ),
    ],
    misses,
  }
}
