// Keeps web pages from reaching the tools of a machine by a name they made up: a Host must be a name that is ours,
// or an address; an Origin must be one of ours too.
import { isIP } from 'node:net'

/** Names under which this server is known, in lower case. */
export type Hosts = () => ReadonlySet<string>

export function hostsOf(...urls: (string | undefined)[]): Set<string> {
  const names = urls.flatMap(url => (url && URL.canParse(url) ? [new URL(url).hostname.toLowerCase()] : []))
  return new Set(['localhost', ...names])
}

const isOurs = (name: string, hosts: Hosts) =>
  hosts().has(name) || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0

/** Why a request with these headers is refused; nothing where it is not. */
export function strangerIn(headers: Headers, hosts: Hosts): string | undefined {
  const host = headers.get('host')?.replace(/:\d+$/, '').toLowerCase() ?? ''
  if (!isOurs(host, hosts))
    return `This server is not known as "${host.slice(0, 80)}"; PUBLIC_URL must be the address that clients use`
  const origin = headers.get('origin')
  if (origin === null || (URL.canParse(origin) && isOurs(new URL(origin).hostname.toLowerCase(), hosts)))
    return undefined
  return 'Web pages of another origin may not use these tools'
}
