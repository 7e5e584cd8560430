// The address under which a client reached this server: the one that is set, or what the request says where that is one
// of the server's own names. A made-up Host is never repeated, as pages and sign-ins would lead there. X-Forwarded
// headers count only from a trusted proxy.
import type { IncomingMessage } from 'node:http'
import { isIPv6, type Socket } from 'node:net'
import proxyAddr from 'proxy-addr'
import { type HostNames, hostIn, isThisMachine } from '../formats/hosts.ts'

/** As `https://api.example.com`, without a slash at its end. */
export type OwnAddress = (request: IncomingMessage) => string

const host = /^([\w-]+(\.[\w-]+)*\.?|\[[0-9a-f:.]+\])(:\d{1,5})?$/i

export function ownAddress(
  publicUrl: string | undefined,
  trustedProxies: readonly string[],
  hosts: HostNames,
): OwnAddress {
  if (publicUrl !== undefined) return () => publicUrl
  const trusts = proxyAddr.compile([...trustedProxies])
  return ({ headers, socket }) => {
    const trusted = trusts(socket.remoteAddress ?? '', 0)
    const told = (name: string) =>
      trusted
        ? String(headers[name] ?? '')
            .split(',')[0]!
            .trim()
        : ''
    const scheme = told('x-forwarded-proto').toLowerCase() === 'https' ? 'https' : 'http'
    const listened = listenedOn(socket)
    const given = headers.host ?? ''
    const name = hostIn(given)
    const isOurs = hosts().has(name) || isThisMachine(name) || name === listened || trusted
    const [found] = [told('x-forwarded-host'), isOurs ? given : ''].filter(each => host.test(each))
    return `${scheme}://${found ?? `${listened}:${socket.localPort}`}`
  }
}

/** The address of this machine that the connection was made to, as it stands in a URL. */
function listenedOn({ localAddress = 'localhost' }: Socket): string {
  const plain = localAddress.replace(/^::ffff:(?=\d+\.)/i, '')
  return isIPv6(plain) ? `[${plain}]` : plain
}
