// The secret in an Authorization header.
import { kindOfSecret } from '../access/key-format.ts'

export const bearerToken = (header: string | undefined) => /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1]

/** An API key: as a bearer token or, for clients that only know a user name and a password, as one of these two. */
export const keyIn = (header: string | undefined): string | undefined =>
  bearerToken(header) ?? keyInBasic(header)

/** What a Basic header says; empty texts where it has no colon, and undefined where it is none. */
export function basicIn(header = ''): { user: string; password: string } | undefined {
  const encoded = /^Basic +([\w+/=-]+) *$/i.exec(header)?.[1]
  if (encoded === undefined) return undefined
  const [, user = '', password = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  return { user, password }
}

function keyInBasic(header: string | undefined): string | undefined {
  const basic = basicIn(header)
  if (!basic) return undefined
  const { user, password } = basic
  const isKey = (text: string) => kindOfSecret(text) !== undefined
  return [user, password].find(isKey) ?? (password || user || undefined)
}

/** What a 401 asks for. Basic is only named to those who came with it: browsers ask their user for a password otherwise. */
export const challengeTo = (header: string | undefined): string =>
  basicIn(header) === undefined ? 'Bearer' : 'Basic realm="Muster", charset="UTF-8"'
