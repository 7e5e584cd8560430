// Keeps what we send from reaching what is not public: an address is checked when it is saved and again at every
// connect, after resolution, every address that a name resolves to, and what was connected to in the end.
import { Resolver } from 'node:dns/promises'
import { isIP, connect as netConnect, type Socket } from 'node:net'
import { connect as tlsConnect } from 'node:tls'
import {
  hostOf,
  isLoopbackAddress,
  isPublicAddress,
  isPublicForm,
  readAddress,
} from '../formats/web-address.ts'

/** Says why an address may not be sent to; nothing was connected to. */
export class AddressRefused extends Error {}

type Resolve = (host: string) => Promise<readonly string[]>

export type GuardOptions = {
  /** Loopback addresses over http or https, on any port: for development and the demo. */
  loopback: boolean
  resolve?: Resolve
}

export type Guard = {
  /** Whether this address may be saved: its form, and where it leads now. Throws AddressRefused. */
  check(address: string): Promise<URL>
  /** A connection to where it leads now. */
  connect(url: URL, timeoutMs: number): Promise<Socket>
}

export function guardOf({ loopback, resolve = resolveByDns }: GuardOptions): Guard {
  const allowed = (address: string, url: URL) =>
    isLoopbackAddress(address) ? loopback : isPublicAddress(address) && isPublicForm(url)
  /** Every address that the host has now; refuses unless all of them may be used. */
  const addressesOf = async (url: URL): Promise<readonly string[]> => {
    const host = hostOf(url)
    const found = isIP(host) ? [host] : host === 'localhost' ? ['127.0.0.1'] : await resolve(host)
    if (found.length === 0) throw new AddressRefused(`${host} has no address`)
    if (found.every(address => allowed(address, url))) return found
    throw new AddressRefused(
      found.some(isLoopbackAddress) || found.every(isPublicAddress)
        ? `${url.origin} may not be used: https on port 443 or 8443 to a public address is, and loopback where WEBHOOK_LOOPBACK is set`
        : `${host} is not a public address`,
    )
  }
  return {
    async check(address) {
      const url = wellFormed(address)
      await addressesOf(url).catch(error => {
        throw error instanceof AddressRefused
          ? error
          : new AddressRefused(`${url.hostname} cannot be resolved`)
      })
      return url
    },
    async connect(url, timeoutMs) {
      const deadline = Date.now() + timeoutMs
      const addresses = await within(deadline, addressesOf(url))
      const socket = await firstOf(addresses, url, deadline)
      if (allowed(socket.remoteAddress ?? '', url)) return secured(socket, url, deadline)
      socket.destroy()
      throw new AddressRefused('connected to an address that may not be used')
    },
  }
}

function wellFormed(address: string): URL {
  const url = readAddress(address)
  if (typeof url === 'string') throw new AddressRefused(`The address ${url}`)
  return url
}

/** Asks name servers over the network: a name that hangs must not block the few threads that others' names need. */
async function resolveByDns(host: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const addresses = found.flatMap(one => (one.status === 'fulfilled' ? one.value : []))
  if (addresses.length > 0) return addresses
  const { code } = (found[0] as PromiseRejectedResult).reason as { code?: string }
  throw Object.assign(new Error(`${host} cannot be resolved`), { code: code ?? 'ENOTFOUND' })
}

export class TimedOut extends Error {}

async function within<T>(deadline: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new TimedOut('connecting took too long')), deadline - Date.now())
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

/** One address after another, so that a family that leads nowhere does not hide the other; each has its share of time. */
async function firstOf(addresses: readonly string[], url: URL, deadline: number): Promise<Socket> {
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  let failure: unknown
  for (const [index, address] of addresses.entries()) {
    const shareMs = (deadline - Date.now()) / (addresses.length - index)
    if (shareMs <= 0) break
    try {
      return await opened(netConnect({ host: address, port }), 'connect', Date.now() + shareMs)
    } catch (error) {
      failure = error
    }
  }
  throw failure ?? new TimedOut('connecting took too long')
}

const secured = (socket: Socket, url: URL, deadline: number): Promise<Socket> =>
  url.protocol === 'http:'
    ? Promise.resolve(socket)
    : opened(
        tlsConnect({
          socket,
          ...(isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0 && { servername: url.hostname }),
          host: url.hostname.replace(/^\[|\]$/g, ''),
          ALPNProtocols: ['http/1.1'],
        }),
        'secureConnect',
        deadline,
      )

function opened<S extends Socket>(
  socket: S,
  event: 'connect' | 'secureConnect',
  deadline: number,
): Promise<S> {
  const { promise, resolve, reject } = Promise.withResolvers<S>()
  const done = () => resolve(socket)
  socket.once(event, done)
  socket.once('error', reject)
  return within(deadline, promise).then(
    open => {
      open.off('error', reject)
      return open
    },
    error => {
      socket.on('error', () => {})
      socket.destroy()
      throw error
    },
  )
}
