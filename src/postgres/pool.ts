// Connections that statements share. One that breaks is replaced, and the others go on. Statements follow each other on a
// connection without waiting for answers; whoever needs one alone reserves it.
import { setTimeout as wait } from 'node:timers/promises'
import type { Address } from './address.ts'
import { Buffers } from './buffers.ts'
import type { Connection } from './connection.ts'
import { ConnectionError, PostgresError } from './errors.ts'
import { type HostChoice, openConnection } from './open.ts'
import type { Task } from './task.ts'

type PoolOptions = {
  max: number
  settings: Readonly<Record<string, string>>
  connectTimeoutMs: number
  /** The most that is read at once. */
  readBytes: number
  onBreak?: () => void
}

/** Callers that wait for a connection: they go on with one, or fail. */
type WaitingTask = {
  isAlone: boolean
  isGone(): boolean
  take(connection: Connection): void
  fail(error: Error): void
}

/** The most statements that wait on one connection. */
const mostPending = 100
/** How long a statement may still take on a connection that is no longer wanted. */
const patienceMs = 30_000
const [firstRestMs, longestRestMs] = [50, 1_000]

export class Pool {
  private readonly address: Address
  private readonly options: PoolOptions
  private readonly buffers: Buffers
  private readonly hosts: HostChoice = { at: 0 }
  private open: Connection[] = []
  private readonly reserved = new Set<Connection>()
  private readonly retired = new Set<Connection>()
  private readonly waiting: WaitingTask[] = []
  private opening = 0
  private failures = 0
  private renewedMs = Number.NEGATIVE_INFINITY
  private stop = new AbortController()
  private isClosing = false
  /** Called when no connection is reserved any more. */
  private onReleased = () => {}

  constructor(address: Address, options: PoolOptions) {
    this.address = address
    this.options = options
    this.buffers = new Buffers(options.readBytes)
  }

  get pending(): number {
    return [...this.open, ...this.retired].reduce((sum, { pending }) => sum + pending, this.waiting.length)
  }
  get transactions(): number {
    return this.reserved.size
  }

  /** A task on whichever connection is free first. */
  ask<T extends Task>(task: T): T {
    this.wait({
      isAlone: false,
      isGone: () => task.isAbandoned,
      take: connection => void connection.ask(task),
      fail: error => task.fail(error),
    })
    return task
  }

  /** A connection that nobody else uses until it is released. */
  reserve(): Promise<Connection> {
    return new Promise((resolve, reject) =>
      this.wait({ isAlone: true, isGone: () => false, take: resolve, fail: reject }),
    )
  }

  release(connection: Connection): void {
    this.reserved.delete(connection)
    if (this.reserved.size === 0) this.onReleased()
    if (this.retired.has(connection)) void this.retire(connection)
    // A connection that was left in a transaction is not lent to others.
    else if (!connection.isIdle && connection.pending === 0) connection.destroy()
    this.serve()
  }

  /** Statements from now on go over fresh connections, to the next host where there are several. */
  renew(silentMs = 0): void {
    // A statement from before the last renewal says nothing about connections made since.
    if (this.isClosing || performance.now() - this.renewedMs < silentMs) return
    this.renewedMs = performance.now()
    this.hosts.at++
    this.stop.abort(new ConnectionError('The connections were made anew', { code: 'CONNECTION_ENDED' }))
    this.stop = new AbortController()
    for (const connection of this.open.splice(0)) {
      this.options.onBreak?.()
      this.retired.add(connection)
      if (!this.reserved.has(connection)) void this.retire(connection)
    }
    this.serve()
  }

  /** Gives statements under way so much time. */
  async close(ms: number): Promise<void> {
    this.isClosing = true
    this.stop.abort(closed())
    for (const each of this.waiting.splice(0)) each.fail(closed())
    const endsMs = performance.now() + ms
    if (this.reserved.size > 0) {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.onReleased = resolve
      const timer = setTimeout(resolve, ms)
      await promise
      clearTimeout(timer)
    }
    const leftMs = Math.max(0, endsMs - performance.now())
    await Promise.all([...this.open, ...this.retired].map(connection => connection.end(leftMs)))
  }

  private async retire(connection: Connection): Promise<void> {
    await connection.end(patienceMs)
    this.retired.delete(connection)
  }

  private wait(waiting: WaitingTask): void {
    if (this.isClosing) waiting.fail(closed())
    else {
      this.waiting.push(waiting)
      this.serve()
    }
  }

  private serve(): void {
    while (this.waiting.length > 0) {
      const next = this.waiting[0]!
      const connection = next.isGone() ? undefined : this.free(next.isAlone)
      if (!connection && !next.isGone()) break
      this.waiting.shift()
      if (!connection) continue
      if (next.isAlone) this.reserved.add(connection)
      next.take(connection)
    }
    const isWanted = this.waiting.length > this.opening && this.open.length + this.opening < this.options.max
    // After a failure one at a time: the last to fail tells those who wait.
    if (isWanted && !this.isClosing && (this.failures === 0 || this.opening === 0)) void this.openAnother()
  }

  /** One that is idle; where no more can be opened, the one with the least to do. */
  private free(isAlone: boolean): Connection | undefined {
    let best: Connection | undefined
    for (const connection of this.open) {
      if (connection.isClosed || this.reserved.has(connection)) continue
      if (connection.pending === 0) return connection
      if (!best || connection.pending < best.pending) best = connection
    }
    const isFull = !isAlone && this.open.length >= this.options.max
    return isFull && best && best.pending < mostPending ? best : undefined
  }

  private async openAnother(): Promise<void> {
    this.opening++
    const { signal } = this.stop
    const { connectTimeoutMs, settings } = this.options
    try {
      if (this.failures > 0)
        await rest(Math.min(firstRestMs * 2 ** (this.failures - 1), longestRestMs), signal)
      const opening = { buffers: this.buffers, settings, timeoutMs: connectTimeoutMs, signal }
      const connection = await openConnection(this.address, opening, this.hosts)
      this.failures = 0
      if (signal.aborted) connection.destroy()
      else this.add(connection)
    } catch (error) {
      if (!signal.aborted) this.refused(error as Error)
    } finally {
      this.opening--
    }
    this.serve()
  }

  private add(connection: Connection): void {
    this.open.push(connection)
    const chosen = this.hosts.at
    connection.onIdle = () => this.serve()
    void connection.closed.then(() => {
      const isKnown = this.open.includes(connection)
      this.open = this.open.filter(each => each !== connection)
      if (this.isClosing || !isKnown) return
      if (this.hosts.at === chosen) this.hosts.at++
      this.options.onBreak?.()
      this.serve()
    })
  }

  /** Where nothing is open that could serve them, nor will be, those who wait are told why. */
  private refused(error: Error): void {
    this.failures++
    const isAnother = this.open.length > 0 || this.opening > 1
    if (isAnother && !(error instanceof PostgresError && error.code.startsWith('28'))) return
    for (const each of this.waiting.splice(0)) each.fail(error)
  }
}

const closed = () => new ConnectionError('The connections are closed', { code: 'CONNECTION_ENDED' })

/** A connection that was ended early has not failed. */
const rest = (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal }).catch(() => {})
