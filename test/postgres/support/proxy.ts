// Stands between the client and a real PostgreSQL, and gives on what both say as a test wants it.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, connect as dial, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { Address } from '../../../src/postgres/address.ts'

export type Side = 'client' | 'server'
/** Hears of everything that one side says; what it does not write to the other is lost. */
export type Between = (client: Socket, server: Socket, accepted: number) => void

export type Proxy = { address: Address; accepted: number; close(): Promise<void> }

export async function proxyTo(address: Address, between: Between): Promise<Proxy> {
  const [{ host, port }] = address.hosts
  const folder = await mkdtemp(join(tmpdir(), 'muster-proxy-'))
  const open = new Set<Socket>()
  const proxy: Proxy = {
    address: { ...address, hosts: [{ host: folder, port: 5432 }] },
    accepted: 0,
    async close() {
      const closed = once(listener.close(), 'close')
      for (const socket of open) socket.destroy()
      await closed
      await rm(folder, { recursive: true })
    },
  }
  const listener = createServer(client => {
    const accepted = ++proxy.accepted
    const server = dial(`${host}/.s.PGSQL.${port}`)
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      open.add(one)
      one.on('error', () => {})
      one.once('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
    between(client, server, accepted)
  })
  listener.listen(join(folder, '.s.PGSQL.5432'))
  await once(listener, 'listening')
  return proxy
}

/** Bytes in pieces of these lengths, in turn; a zero waits, so that what comes meanwhile is joined to it. */
export const inPieces =
  (lengths: readonly number[]): Between =>
  (client, server) => {
    cut(client, server, lengths)
    cut(server, client, lengths)
  }

function cut(from: Socket, to: Socket, lengths: readonly number[]): void {
  let kept = Buffer.alloc(0)
  let at = 0
  let isBusy = false
  const give = async () => {
    while (kept.length > 0 && !to.destroyed) {
      const length = lengths[at++ % lengths.length]!
      if (length > 0) to.write(kept.subarray(0, length))
      kept = kept.subarray(length)
      await turn()
    }
    isBusy = false
  }
  from.on('data', chunk => {
    kept = Buffer.concat([kept, chunk])
    if (isBusy) return
    isBusy = true
    void give()
  })
}

/** All that one side says in this first many bytes, and a while later the rest. */
export const cutAt =
  (side: Side, bytes: number): Between =>
  (client, server) => {
    let said = 0
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const)
      from.on('data', async chunk => {
        const first = (from === client) === (side === 'client') ? bytes - said : 0
        said += first === 0 ? 0 : chunk.length
        if (first <= 0 || first >= chunk.length) return void to.write(chunk)
        to.write(chunk.subarray(0, first))
        from.pause()
        for (let turns = 0; turns < 3; turns++) await turn()
        to.write(chunk.subarray(first))
        from.resume()
      })
  }

/** A message: who says it, its letter, and on which of the connections, counted from one. */
export type Heard = { side: Side; letter: string; accepted: number; client: Socket; server: Socket }

/** Both sides by messages: `heard` is told of each one before it is given on, and gives on only if that is true. */
export const byMessages =
  (heard: (message: Heard) => boolean): Between =>
  (client, server, accepted) => {
    const each = (side: Side, from: Socket, to: Socket) => {
      let kept = Buffer.alloc(0)
      // What a client says first has no letter.
      let isFirst = side === 'client'
      from.on('data', chunk => {
        kept = Buffer.concat([kept, chunk])
        for (;;) {
          const head = isFirst ? 0 : 1
          if (kept.length < head + 4) return
          const length = head + kept.readUInt32BE(head)
          if (kept.length < length) return
          const letter = isFirst ? 'startup' : String.fromCharCode(kept[0]!)
          const message = kept.subarray(0, length)
          kept = kept.subarray(length)
          isFirst = false
          if (heard({ side, letter, accepted, client, server })) to.write(message)
        }
      })
    }
    each('client', client, server)
    each('server', server, client)
  }
