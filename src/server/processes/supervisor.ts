// Looks after the processes of a server that share a port: starts them, starts another where one ends, has them answer
// together where one alone knows only its part, and stops them. It answers no request and knows nothing of what they do.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Settings } from '../../settings/settings.ts'
import type { Logger } from '../../telemetry/log.ts'
import { expositionOf } from '../metrics/metrics.ts'
import { wholeMetrics } from '../metrics/whole.ts'
import type { Trouble } from '../upkeep/background-time.ts'
import type { Ports, ToldByProcesses, ToProcess, ToSupervisor, Urls } from './messages.ts'

type Supervised<More> = {
  /** The program of a process. */
  program: URL
  settings: Settings
  of: number
  logLevel: string
  /** What is to be done by the first before any may say that it is ready. */
  busy: string | undefined
  more: More
  log: Logger
  /** What failed in the supervisor itself. */
  troubles: ReadonlyMap<string, Trouble>
  output: { say(line: string): void; progress(line: string): void }
}

type Supervisor<Done> = Urls & {
  /** What came of what the first had to do. */
  done: Done
  pids(): number[]
  stop(): Promise<void>
  /** Ends them at once. */
  kill(): void
}

/** Why a process did not start. */
export class ProcessProblem extends Error {
  readonly code: number

  constructor({ message, code }: { message: string; code: number }) {
    super(message)
    this.code = code
  }
}

/** One place of those that are filled; its process changes when one ends. */
type Slot = {
  process: number
  child: ChildProcess | undefined
  /** Settles when it listens. */
  listening: PromiseWithResolvers<Urls & { ports: Ports }>
  isReady: boolean
  startedMs: number
  /** Ends in a row, each soon after the start. */
  ends: number
  /** What it said last of its metrics. */
  told: string | undefined
}

/** Whoever lived for so long ended by accident, and another takes its place at once. */
const steadyMs = 60_000
const [firstRestMs, longestRestMs] = [1_000, 30_000]
/** A process that is busy for longer is left out of what is told together. */
const tellWithinMs = 1_500

export async function superviseProcesses<More, Done>(given: Supervised<More>): Promise<Supervisor<Done>> {
  const running = new Processes<More, Done>(given)
  try {
    const urls = await running.start()
    return {
      ...urls,
      pids: () => running.pids(),
      stop: () => running.stop(),
      kill: () => running.kill(),
    }
  } catch (error) {
    await running.stop()
    throw error
  }
}

class Processes<More, Done> {
  private readonly given: Supervised<More>
  private readonly slots: Slot[]
  private ports: Ports
  private readonly done = Promise.withResolvers<Done>()
  private readonly failed = Promise.withResolvers<never>()
  private isUp = false
  private readonly ending = new AbortController()
  private ends = 0
  private readonly metrics = wholeMetrics()
  private readonly registry = new Registry()
  private readonly questions = new Map<number, (value: ToldByProcesses[keyof ToldByProcesses]) => void>()
  private lastQuestion = 0

  constructor(given: Supervised<More>) {
    this.given = given
    const { port, operatorPort } = given.settings
    this.ports = { port, operatorPort }
    this.slots = Array.from({ length: given.of }, (_, at) => ({
      process: at + 1,
      child: undefined,
      listening: Promise.withResolvers(),
      isReady: false,
      startedMs: 0,
      ends: 0,
      told: undefined,
    }))
    this.failed.promise.catch(() => {})
    collectDefaultMetrics({ register: this.registry })
  }

  /** The first makes the tables and takes the port; the others come beside it. */
  async start(): Promise<Urls & { done: Done }> {
    const [first, ...others] = this.slots as [Slot, ...Slot[]]
    this.launch(first)
    const { ports, ...urls } = await this.unlessFailed(first.listening.promise)
    this.ports = ports
    for (const slot of others) this.launch(slot)
    const [done] = await this.unlessFailed(
      Promise.all([this.done.promise, ...others.map(slot => slot.listening.promise)]),
    )
    this.isUp = true
    for (const slot of this.slots) this.go(slot)
    return { ...urls, done: done as Done }
  }

  pids(): number[] {
    return this.slots.flatMap(({ child }) => child?.pid ?? [])
  }

  async stop(): Promise<void> {
    this.ending.abort()
    const ended = this.slots.map(async ({ child }) => {
      if (!child || hasEnded(child)) return
      say(child, { stop: true })
      await once(child, 'exit')
    })
    await Promise.all(ended)
  }

  kill(): void {
    this.ending.abort()
    for (const { child } of this.slots) child?.kill('SIGKILL')
  }

  private unlessFailed<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.failed.promise])
  }

  private launch(slot: Slot): void {
    const { program, settings, of, logLevel, busy, more } = this.given
    const child = fork(program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], serialization: 'advanced' })
    Object.assign(slot, { child, isReady: false, startedMs: performance.now(), told: undefined })
    slot.listening = Promise.withResolvers()
    child.on('message', (message: ToSupervisor<Done>) => void this.hear(slot, child, message))
    child.once('error', error => this.ended(slot, child, error.message))
    child.once('exit', (code, signal) => this.ended(slot, child, signal ?? `exit code ${code}`))
    const still = this.isUp ? undefined : busy
    const start = { settings, logLevel, process: slot.process, of, ports: this.ports, busy: still, more }
    say(child, { start })
  }

  private async hear(slot: Slot, child: ChildProcess, message: ToSupervisor<Done>): Promise<void> {
    const { output, log } = this.given
    if ('listening' in message) {
      slot.listening.resolve(message.listening)
      if (this.isUp) this.go(slot)
    } else if ('done' in message) this.done.resolve(message.done)
    else if ('say' in message) output.say(message.say)
    else if ('progress' in message) output.progress(message.progress)
    else if ('failed' in message) {
      if (!this.isUp) this.failed.reject(new ProcessProblem(message.failed))
      else log.error(`process ${slot.process} did not start: ${message.failed.message}`)
    } else if ('refused' in message) {
      for (const other of this.slots) if (other.child !== child) say(other.child, message)
    } else if ('told' in message) this.questions.get(message.told.id)?.(message.told.value)
    else say(child, { answer: { id: message.ask.id, value: await this.together(message.ask.what) } })
  }

  /** All are there, or it comes in the place of one that has ended. */
  private go(slot: Slot): void {
    slot.isReady = true
    say(slot.child, { go: true })
    this.tellReady()
  }

  private tellReady(): void {
    const { ready, of } = this.counts()
    for (const { child } of this.slots) say(child, { ready: { ready, of } })
  }

  private counts() {
    const ready = this.slots.filter(({ isReady }) => isReady).length
    return { ready, of: this.slots.length }
  }

  private async ended(slot: Slot, child: ChildProcess, how: string): Promise<void> {
    if (slot.child !== child) return
    const { log } = this.given
    slot.child = undefined
    slot.isReady = false
    if (this.ending.signal.aborted) return
    if (!this.isUp) {
      this.failed.reject(new ProcessProblem({ message: `Process ${slot.process} ended (${how})`, code: 1 }))
      return
    }
    this.ends++
    if (slot.told !== undefined) this.metrics.ended({ process: String(slot.process), exposition: slot.told })
    slot.told = undefined
    this.tellReady()
    slot.ends = performance.now() - slot.startedMs < steadyMs ? slot.ends + 1 : 0
    const restMs = slot.ends === 0 ? 0 : Math.min(longestRestMs, firstRestMs * 2 ** (slot.ends - 1))
    log.error(
      { ended: { process: slot.process, pid: child.pid, how, restMs } },
      'a process of this server ended; the others answer until another one is there',
    )
    await wait(restMs, undefined, { signal: this.ending.signal }).catch(() => {})
    if (!this.ending.signal.aborted) this.launch(slot)
  }

  private async together(what: keyof ToldByProcesses): Promise<ToldByProcesses[keyof ToldByProcesses]> {
    if (what === 'troubles') {
      const all = await Promise.all(this.slots.map(slot => this.asked(slot, what)))
      return [...this.given.troubles, ...all.flatMap(told => told ?? [])]
    }
    const told = await Promise.all(
      this.slots.map(async slot => {
        const { child } = slot
        const exposition = await this.asked(slot, 'metrics')
        if (exposition !== undefined && slot.child === child) slot.told = exposition
        // Of one that is busy, what it said before.
        return slot.told === undefined ? [] : [{ process: String(slot.process), exposition: slot.told }]
      }),
    )
    const own = { process: 'supervisor', exposition: await this.exposition() }
    return this.metrics.exposition([own, ...told.flat()])
  }

  /** Undefined where the process is not there, or too busy. */
  private async asked<W extends keyof ToldByProcesses>(
    { child, isReady }: Slot,
    what: W,
  ): Promise<ToldByProcesses[W] | undefined> {
    if (!child || !isReady) return undefined
    const id = ++this.lastQuestion
    const { promise, resolve } = Promise.withResolvers<ToldByProcesses[W] | undefined>()
    this.questions.set(id, value => resolve(value as ToldByProcesses[W]))
    const late = setTimeout(() => resolve(undefined), tellWithinMs)
    say(child, { tell: { id, what } })
    return promise.finally(() => {
      clearTimeout(late)
      this.questions.delete(id)
    })
  }

  private async exposition(): Promise<string> {
    const { ready, of } = this.counts()
    const failures = [...this.given.troubles].map(([work, { count }]) => [work, count] as const)
    const own = {
      muster_processes: { ready, starting: of - ready },
      muster_process_ends_total: this.ends,
      muster_background_failures: Object.fromEntries(failures),
    }
    return (await this.registry.metrics()) + expositionOf(own)
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

/** Whoever has just ended hears nothing, and its end is told otherwise. */
function say(child: ChildProcess | undefined, message: ToProcess): void {
  if (child?.connected) child.send(message, () => {})
}
