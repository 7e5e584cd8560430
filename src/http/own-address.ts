// The address under which a client reached this server: the one that is set, or what the request itself says. The
// X-Forwarded headers count where they come from a trusted proxy; what is not an address is not repeated.
import type { IncomingMessage } from 'node:http'
import proxyAddr from 'proxy-addr'

/** As `https://api.example.com`, without a slash at its end. */
export type OwnAddress = (request: IncomingMessage) => string

const host = /^([\w-]+(\.[\w-]+)*\.?|\[[0-9a-f:.]+\])(:\d{1,5})?$/i

export function ownAddress(publicUrl: string | undefined, trustedProxies: readonly string[]): OwnAddress {
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
    const name = [told('x-forwarded-host'), headers.host ?? ''].find(given => host.test(given))
    return `${scheme}://${name ?? `localhost:${socket.localPort}`}`
  }
}
