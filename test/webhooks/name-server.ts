// A name server for tests, and a way to have every resolver in the process ask it.
import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { after } from 'node:test'
import ipaddr from 'ipaddr.js'

/** Addresses by name. A name that is not here does not exist; one that is `silent` is not answered, and of one that is
 * `broken` nobody can say whether it has an IPv4 address. */
export type Zone = Record<string, readonly string[] | 'silent' | 'broken'>

const types = { 1: 'ipv4', 28: 'ipv6' } as const

/** The questions that came, as `A name` and `AAAA name`. */
export async function nameServer(zone: Zone): Promise<string[]> {
  const asked: string[] = []
  const socket = createSocket('udp4', (query, from) => {
    const { name, type, end } = questionIn(query)
    asked.push(`${type === 1 ? 'A' : 'AAAA'} ${name}`)
    const found = zone[name]
    if (found === 'silent') return
    const records = (typeof found === 'object' ? found : [])
      .map(address => ipaddr.parse(address))
      .filter(address => address.kind() === types[type as 1])
      .map(address => record(type, Buffer.from(address.toByteArray())))
    const header = Buffer.from(query.subarray(0, 12))
    const fails = found === 'broken' && type === 1
    header.writeUInt16BE(fails ? 0x8182 : typeof found === 'object' ? 0x8180 : 0x8183, 2)
    header.writeUInt16BE(records.length, 6)
    header.writeUInt32BE(0, 8)
    socket.send(Buffer.concat([header, query.subarray(12, end), ...records]), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  after(() => socket.close())
  askOnly(`127.0.0.1:${socket.address().port}`)
  return asked
}

function questionIn(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** An answer to the question above it, good for no time at all. */
function record(type: number, address: Buffer): Buffer {
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(address.length, 10)
  return Buffer.concat([head, address])
}

/** Until the file's tests are over. */
function askOnly(server: string): void {
  const { prototype } = Resolver
  const { resolve4, resolve6 } = prototype
  const asking = (resolve: (host: string) => Promise<string[]>) =>
    function (this: Resolver, host: string) {
      // It cannot be told another one while it asks.
      if (!this.getServers().includes(server)) this.setServers([server])
      return resolve.call(this, host)
    }
  Object.assign(prototype, { resolve4: asking(resolve4), resolve6: asking(resolve6) })
  after(() => Object.assign(prototype, { resolve4, resolve6 }))
}
