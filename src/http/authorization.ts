// The secret in an Authorization header.
import { kindOfSecret } from '../access/key-format.ts'

export const bearer = (header: string | undefined) => /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1]

/** An API key: as a bearer token or, for clients that only know a user name and a password, as one of these two. */
export const keyIn = (header: string | undefined): string | undefined => bearer(header) ?? keyInBasic(header)

const credentials = (header = '') => /^Basic +([\w+/=-]+) *$/i.exec(header)?.[1]

function keyInBasic(header: string | undefined): string | undefined {
  const encoded = credentials(header)
  if (encoded === undefined) return undefined
  const [, user = '', password = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  const isKey = (text: string) => kindOfSecret(text) !== undefined
  return [user, password].find(isKey) ?? (password || user || undefined)
}

/** What a 401 asks for. Basic is only named to those who came with it: browsers ask their user for a password otherwise. */
export const challengeTo = (header: string | undefined): string =>
  credentials(header) === undefined ? 'Bearer' : 'Basic realm="Muster", charset="UTF-8"'
