// What an id may look like, and those we make ourselves: 24 hexadecimal digits for records and keys, short ones for
// people to type.
import { randomBytes, randomInt } from 'node:crypto'

export const idPattern = /^[A-Za-z0-9_-]{1,64}$/
export const isId = (text: string) => idPattern.test(text)

export const newId = (): string => {
  const seconds = Math.floor(Date.now() / 1000)
  return seconds.toString(16).padStart(8, '0') + randomBytes(8).toString('hex')
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export const nanoid = (length = 10): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
