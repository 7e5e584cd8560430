// The address a request comes from: the socket's, or the right-most untrusted X-Forwarded-For entry where
// trusted proxies are configured.
import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import proxyAddr from 'proxy-addr'

export type AddressOf = (request: IncomingMessage) => string

export function clientAddress(trustedProxies: readonly string[]): AddressOf {
  if (trustedProxies.length === 0) return request => plain(request.socket.remoteAddress ?? '')
  const trusts = proxyAddr.compile([...trustedProxies])
  return request => plain(proxyAddr(request, trusts))
}

/** IPv4 in its own form even when it arrived mapped into IPv6; what is no address is the unspecified one. */
function plain(address: string): string {
  const bare = address.replace(/%.*$/, '')
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : '::'
}
