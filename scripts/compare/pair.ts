// Does the same to both versions and notes every answer that differs.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { inflateRawSync } from 'node:zlib'
import { type Both, likeness } from './alike.ts'
import type { Version } from './versions.ts'

export const prefix = '/api/open/v1'
const sides = [0, 1] as const
export type Side = (typeof sides)[number]

// biome-ignore lint/suspicious/noExplicitAny: answers of any operation, looked into freely
export type Json = any
export type Answer = { status: number; headers: Headers; text: string; json: Json }
export type Sent = {
  method?: string
  path: string
  /** A key's or a token's secret, or nothing. */
  secret?: string | undefined
  headers?: Record<string, string>
  body?: string | object | undefined
}
type Options = {
  /** What else must differ in this answer, and is left out. */
  volatile?: RegExp
  /** It is written in the server's own time: asked again until both are alike, and what is awaited is there. */
  settles?: true | ((json: Json) => boolean)
}

export type Pair = {
  ask(who: string, make: Sent | ((side: Side) => Sent), options?: Options): Promise<Both<Answer>>
  run(
    args: readonly string[] | ((side: Side) => readonly string[]),
    options?: Options & { input?: string },
  ): Promise<void>
  /** Compares what was not asked for but came. */
  check(what: string, texts: Both<string>): void
  give(text: string): void
  /** An address of each side that takes whatever is posted, and what came there. */
  receivers: Both<{ url: string; received: string[] }>
  asked(): number
  /** How many answers had which status: a run that is refused everything proves nothing. */
  statuses: ReadonlyMap<number, number>
  differences: ReadonlyMap<string, readonly string[]>
  close(): void
}

/** Of these the value says only when it was asked. */
const droppedHeaders = ['date', 'connection', 'keep-alive', 'content-length', 'age']

export async function pairOf(versions: Both<Version>): Promise<Pair> {
  const { difference, give } = likeness()
  const differences = new Map<string, string[]>()
  const receivers = await Promise.all(sides.map(receiver))
  const statuses = new Map<number, number>()
  let asked = 0

  function note(where: string, what: string, texts: Both<string>): void {
    const all = differences.get(where) ?? []
    differences.set(where, [...all, `${what}\n${firstPlace(texts)}`])
  }

  /** Asks both at once, and again for a while where it settles. */
  async function compared<T>(
    get: (side: Side) => Promise<T>,
    textOf: (one: T) => string,
    { volatile, settles }: Options,
  ): Promise<{ both: Both<T>; differ?: Both<string> | undefined }> {
    const end = Date.now() + (settles ? 8_000 : 0)
    // The last pause is longer than what servers keep to themselves before they write it.
    for (let pauseMs = 250; ; await wait(pauseMs), pauseMs *= 2) {
      asked++
      const both = (await Promise.all(sides.map(get))) as unknown as Both<T>
      const isAwaited = typeof settles === 'function' && !both.every(one => settles((one as Answer).json))
      if (isAwaited && Date.now() < end) continue
      const text = (one: T) => textOf(one).replaceAll(volatile ?? /$^/g, '')
      const differ = difference(text(both[0]), text(both[1]))
      if (!differ || Date.now() >= end) return { both, differ }
    }
  }

  return {
    async ask(who, make, options = {}) {
      const sent = (side: Side) => (typeof make === 'function' ? make(side) : make)
      const { both, differ } = await compared(side => answerTo(versions[side], sent(side)), asText, options)
      const { method = 'GET', path } = sent(0)
      statuses.set(both[0].status, (statuses.get(both[0].status) ?? 0) + 1)
      if (differ) note(`${method} ${operationOf(path)}`, `${who}: ${method} ${path}`, differ)
      return both
    },
    async run(make, { input, ...options } = {}) {
      const args = (side: Side) => (typeof make === 'function' ? make(side) : make)
      const said = async (side: Side) => {
        const { data, root, run } = versions[side]
        const { code, stdout, stderr } = await run(args(side), input)
        return `exit ${code}\n${stdout}\n${stderr}`.replaceAll(data, '<data>').replaceAll(root, '<root>')
      }
      const { differ } = await compared(said, text => text, options)
      if (differ) note(`muster ${args(0).slice(0, 2).join(' ')}`, `./muster ${args(0).join(' ')}`, differ)
    },
    check(what, texts) {
      const differ = difference(...texts)
      if (differ) note(what, what, differ)
    },
    give,
    receivers: [receivers[0]!, receivers[1]!],
    asked: () => asked,
    statuses,
    differences,
    close() {
      for (const { close } of receivers) close()
    },
  }
}

/** Its path without what names one record. */
const operationOf = (path: string) => path.split('?')[0]!.replace(/\/(?!v1\b)[^/]*\d[^/]*/g, '/{id}')

async function answerTo(
  { origin }: Version,
  { method = 'GET', path, secret, headers, body }: Sent,
): Promise<Answer> {
  const response = await fetch(origin + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(secret && { Authorization: `Bearer ${secret}` }),
      ...(typeof body === 'object' && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const text = bytes.subarray(0, 2).toString() === 'PK' ? unzipped(bytes) : bytes.toString()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson && text !== '' ? JSON.parse(text) : undefined,
  }
}

function asText({ status, headers, text }: Answer): string {
  const kept = [...headers].filter(([name]) => !droppedHeaders.includes(name)).sort()
  const lines = kept.map(([name, value]) => `${name}: ${value}`)
  return [status, ...lines, `content-length: ${headers.has('content-length')}`, '', text].join('\n')
}

/** The entries of a ZIP archive one after another, by its directory. */
function unzipped(bytes: Buffer): string {
  const texts: string[] = []
  const end = bytes.lastIndexOf('PK\x05\x06')
  for (let at = bytes.readUInt32LE(end + 16); bytes.readUInt32LE(at) === 0x02014b50; ) {
    const [size, name, more, note] = [20, 28, 30, 32].map((place, index) =>
      index === 0 ? bytes.readUInt32LE(at + place) : bytes.readUInt16LE(at + place),
    ) as [number, number, number, number]
    const local = bytes.readUInt32LE(at + 42)
    const content = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    texts.push(bytes.toString('utf8', at + 46, at + 46 + name))
    texts.push(inflateRawSync(bytes.subarray(content, content + size)).toString())
    at += 46 + name + more + note
  }
  return texts.join('\n')
}

/** Answers whatever is posted, now and then with a failure that the sender has to write down. */
async function receiver() {
  const received: string[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const names = Object.keys(request.headers).sort().join()
    received.push(`${request.url}\n${names}\n${request.headers['user-agent']}\n${body}`)
    response.writeHead(request.url === '/gone' ? 410 : 200).end('taken')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, received, close: () => server.close() }
}

const around = 100

/** Where two texts part, with what is around it. */
function firstPlace([one, other]: Both<string>): string {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  const shown = (text: string) =>
    JSON.stringify(text.slice(Math.max(0, at - around), at + around)).slice(1, -1)
  return `    this:  …${shown(one)}\n    other: …${shown(other)}`
}
