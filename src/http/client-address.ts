// The address a request comes from: the socket's, or the right-most untrusted X-Forwarded-For entry where
// trusted proxies are configured. Empty where there is none that can be read.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import proxyAddr from 'proxy-addr'
import { plainAddress } from '../formats/ip-address.ts'

export type AddressOf = (request: IncomingMessage) => string

export function clientAddress(trustedProxies: readonly string[]): AddressOf {
  if (trustedProxies.length === 0) return ofSocket
  const trusts = proxyAddr.compile([...trustedProxies])
  return request => plainAddress(proxyAddr(request, trusts) ?? '') ?? ''
}

/** It stays the same for all requests of a connection. */
const known = new WeakMap<Socket, string>()

function ofSocket({ socket }: IncomingMessage): string {
  const before = known.get(socket)
  if (before !== undefined) return before
  const address = plainAddress(socket.remoteAddress ?? '') ?? ''
  known.set(socket, address)
  return address
}
