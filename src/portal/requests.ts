// What every request to the portal's own addresses has to be: sent by its pages, and not by those of another site in
// the browser of somebody who is signed in.
import type { IncomingMessage } from 'node:http'
import { Problem } from '../errors/problem.ts'
import type { OwnAddress } from '../http/own-address.ts'
import { jsonReply, type Reply } from '../http/surface.ts'

/** Another site cannot send this header without asking first, and is never told that it may. */
const ownHeader = 'x-muster-portal'

const foreign = (message: string) => new Problem('FOREIGN_REQUEST', message)

export function requireOwnPage(request: IncomingMessage, address: OwnAddress): void {
  const { headers } = request
  if (headers[ownHeader] !== '1')
    throw foreign('This answers the pages of the portal alone, which send the header "X-Muster-Portal: 1"')
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') throw foreign('This was sent by a page of another site')
  const { origin } = headers
  if (origin !== undefined && !isOurs(origin, request, address))
    throw foreign(
      'This was sent by a page of another address; behind a proxy, PUBLIC_URL or TRUSTED_PROXIES says which is ours',
    )
}

/** By host: a proxy that nobody told us of may have taken https off. */
function isOurs(origin: string, request: IncomingMessage, address: OwnAddress): boolean {
  if (!URL.canParse(origin)) return false
  const { host } = new URL(origin)
  return host === new URL(address(request)).host || host === request.headers.host
}

const cookieName = 'muster_session'

export const sessionCookie = (request: IncomingMessage) => cookieOf(request, cookieName)

export const cookieOf = ({ headers }: IncomingMessage, name: string) =>
  headers.cookie
    ?.split(';')
    .map(each => each.trim())
    .find(each => each.startsWith(`${name}=`))
    ?.slice(name.length + 1)

export const withSession = (secret: string, seconds: number, isSecure: boolean) =>
  setCookieText(cookieName, secret, { seconds, isSecure, path: '/portal', sameSite: 'Strict' })

export const withoutSession = (isSecure: boolean) => withSession('', 0, isSecure)

type CookieOptions = { seconds: number; isSecure: boolean; path: string; sameSite: 'Strict' | 'Lax' }

export const setCookieText = (
  name: string,
  value: string,
  { seconds, isSecure, path, sameSite }: CookieOptions,
) =>
  `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${isSecure ? '; Secure' : ''}`

export const isSecure = (request: IncomingMessage, address: OwnAddress) =>
  address(request).startsWith('https:')

export const dataReply = (
  value: unknown,
  more: { status?: number; headers?: Record<string, string> } = {},
): Reply => jsonReply(more.status ?? 200, { success: true, data: value }, more.headers)
