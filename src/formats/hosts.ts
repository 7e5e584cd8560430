// The names of this server, which keep web pages from reaching the tools of a machine by a made-up name: a Host must be
// one of these names or an address; an Origin must be the Host itself, one of these names, or this machine.
import { isIP } from 'node:net'

/** Names under which this server is known, in lower case. */
export type HostNames = () => ReadonlySet<string>

/** An address that is only listened on is no name: pages of other services may come from it. */
export function hostsOf({ publicUrl, host }: { publicUrl?: string | undefined; host?: string } = {}) {
  const names = [
    ...(publicUrl && URL.canParse(publicUrl) ? [new URL(publicUrl).hostname] : []),
    ...(host && isIP(host) === 0 ? [host] : []),
  ]
  return new Set(['localhost', ...names.map(name => name.toLowerCase())])
}

const isAddress = (name: string) => isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0

export const isThisMachine = (name: string) => /^(127(\.\d+){3}|\[::1\])$/.test(name)

/** The name in a Host header, without its port. */
export const hostIn = (header: string) => header.replace(/:\d+$/, '').toLowerCase()

/** Why a request with these headers is refused; nothing where it is not. `mayAsk` names origins that may besides. */
export function strangerIn(
  headers: Headers,
  hosts: HostNames,
  mayAsk: (origin: string) => boolean = () => false,
): string | undefined {
  const host = hostIn(headers.get('host') ?? '')
  if (!hosts().has(host) && !isAddress(host))
    return `This server is not known as "${host.slice(0, 80)}"; PUBLIC_URL must be the address that clients use`
  const origin = headers.get('origin')
  if (origin === null || mayAsk(origin)) return undefined
  const from = URL.canParse(origin) ? new URL(origin).hostname : ''
  if (from !== '' && (from === host || hosts().has(from) || isThisMachine(from))) return undefined
  return 'Web pages of another origin may not use these tools'
}
