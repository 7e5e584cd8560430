// The address a request comes from: the socket's, or the right-most untrusted X-Forwarded-For entry where
// trusted proxies are configured. Empty where there is none that can be read.
import type { IncomingMessage } from 'node:http'
import proxyAddr from 'proxy-addr'
import { plainAddress } from '../access/address.ts'

export type AddressOf = (request: IncomingMessage) => string

export function clientAddress(trustedProxies: readonly string[]): AddressOf {
  if (trustedProxies.length === 0) return request => plainAddress(request.socket.remoteAddress ?? '') ?? ''
  const trusts = proxyAddr.compile([...trustedProxies])
  return request => plainAddress(proxyAddr(request, trusts) ?? '') ?? ''
}
