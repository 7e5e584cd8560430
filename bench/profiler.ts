// Where the time of a server's thread goes, by what the code is for, as V8's profiler samples it from outside.
import { setTimeout as wait } from 'node:timers/promises'

export const purposes = [
  'HTTP and sockets',
  'gate',
  'log, metrics',
  'PostgreSQL client',
  'the call',
  'collector',
  'engine',
] as const
type Purpose = (typeof purposes)[number]

const places: readonly [RegExp, Purpose][] = [
  [/\/src\/(postgres|store\/engine)\//, 'PostgreSQL client'],
  [
    /\/src\/store\/keys\/(requests|ledger)|\/src\/log\.|\/src\/operator\/|sonic-boom|pino|prom-client/,
    'log, metrics',
  ],
  [/\/src\/store\/keys\/|\/src\/access\/(rate|refusal|key)/, 'gate'],
  [/\/src\/http\//, 'HTTP and sockets'],
  [/\/src\//, 'the call'],
]
const ofHttp = /^node:(_http|net|internal\/(http|streams|stream_base))/

type Frame = { functionName: string; url: string }
type Profile = {
  nodes: { id: number; callFrame: Frame; children?: number[] }[]
  samples: number[]
  timeDeltas: number[]
}

/** The nearest piece of ours that a sample was taken under decides; what Node.js does by itself is HTTP, or the engine. */
function sharesIn({ nodes, samples, timeDeltas }: Profile): number[] {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const parents = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map(child => [child, id] as const)),
  )
  const purposeOf = (id: number): Purpose | undefined => {
    const leaf = frames.get(id)!.functionName
    if (leaf === '(idle)') return undefined
    if (leaf === '(garbage collector)') return 'collector'
    let http = false
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const { url } = frames.get(at)!
      const found = places.find(([place]) => place.test(url))
      if (found) return found[1]
      http ||= ofHttp.test(url)
    }
    return http ? 'HTTP and sockets' : 'engine'
  }
  const known = new Map(nodes.map(({ id }) => [id, purposeOf(id)]))
  const took = new Map<Purpose, number>()
  for (const [at, id] of samples.entries()) {
    const purpose = known.get(id)
    if (purpose) took.set(purpose, (took.get(purpose) ?? 0) + timeDeltas[at]!)
  }
  const all = [...took.values()].reduce((sum, each) => sum + each, 0)
  return purposes.map(purpose => (took.get(purpose) ?? 0) / all)
}

export type Profiler = { start(): Promise<unknown>; shares(): Promise<number[]>; close(): void }

/** Asks the process to let itself be looked into, at the port that Node.js has for it. */
export async function profilerOf(pid: number): Promise<Profiler> {
  process.kill(pid, 'SIGUSR1')
  const list = async (): Promise<{ webSocketDebuggerUrl: string }[]> => {
    for (let left = 100; ; left--) {
      const answer = await fetch('http://127.0.0.1:9229/json').catch(() => undefined)
      if (answer) return answer.json() as never
      if (left === 0) throw new Error('The server does not let its profile be taken: is port 9229 in use?')
      await wait(50)
    }
  }
  const socket = new WebSocket((await list())[0]!.webSocketDebuggerUrl)
  const waiting = new Map<number, (result: unknown) => void>()
  socket.onmessage = ({ data }) => {
    const { id, result } = JSON.parse(String(data))
    waiting.get(id)?.(result)
    waiting.delete(id)
  }
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  let last = 0
  const send = <T>(method: string, params = {}): Promise<T> =>
    new Promise(resolve => {
      waiting.set(++last, resolve as (result: unknown) => void)
      socket.send(JSON.stringify({ id: last, method, params }))
    })
  await send('Profiler.enable')
  await send('Profiler.setSamplingInterval', { interval: 500 })
  return {
    start: () => send('Profiler.start'),
    shares: async () => sharesIn((await send<{ profile: Profile }>('Profiler.stop')).profile),
    close: () => socket.close(),
  }
}
