// Where an assistant may be sent back to after a sign-in: an https address of a host that the operator named, or a program on
// the user's own machine, on any port. Compared as texts, so that no two readers of an address differ.

/** Hosts that assistants may come from: names, `localhost` for programs on the user's machine, `*` for any. */
export type AllowedHosts = readonly string[]

const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:\d{1,5})?(\/[\w.~%!$&'()*+,;=:@/?-]*)?$/
const secure = /^https:\/\/([a-z0-9-]+(\.[a-z0-9-]+)+)(:\d{1,5})?(\/[\w.~%!$&'()*+,;=:@/?-]*)?$/
const longest = 1024

const hostIn = (uri: string) => secure.exec(uri)?.[1]

export const isLoopback = (uri: string) => loopback.test(uri)

export const isAllowedHost = (host: string, hosts: AllowedHosts) =>
  hosts.includes('*') || hosts.includes(host)

/** What is wrong with an address to be sent back to; nothing where it may be used. */
export function redirectFault(uri: unknown, hosts: AllowedHosts): string | undefined {
  if (typeof uri !== 'string' || uri.length > longest || !URL.canParse(uri))
    return 'a redirect URI is not an address'
  if (isLoopback(uri))
    return isAllowedHost('localhost', hosts)
      ? undefined
      : 'programs on the user’s own machine may not sign in here; ASSISTANT_HOSTS does not name localhost'
  const host = hostIn(uri)
  if (host === undefined)
    return 'a redirect URI must be https with a host in lower case and no fragment, or http to 127.0.0.1, [::1] or localhost'
  return isAllowedHost(host, hosts)
    ? undefined
    : `assistants of ${host} may not sign in here; ASSISTANT_HOSTS does not name it`
}

/** Whether pages of this origin may ask for themselves what a sign-in takes: those that its user could be sent back to. */
export const isOfAssistant = (origin: string, hosts: AllowedHosts) =>
  redirectFault(`${origin}/`, hosts) === undefined

/** Whether this is one of the addresses that a client registered; on the user's own machine the port may differ. */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  if (registered.includes(uri)) return true
  const own = withoutPort(uri)
  return own !== undefined && registered.some(each => withoutPort(each) === own)
}

function withoutPort(uri: string): string | undefined {
  const parts = loopback.exec(uri)
  return parts ? `${parts[1]}${parts[3] ?? '/'}` : undefined
}

/** With what is told to whoever is sent back there. */
export function withParameters(uri: string, parameters: Record<string, string | undefined>): string {
  const given = Object.entries(parameters).filter((each): each is [string, string] => each[1] !== undefined)
  return `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams(given)}`
}

/** Whom the user would send what they agree to: a host, or their own machine. */
export const placeOf = (uri: string) => hostIn(uri) ?? 'a program on your own machine'
