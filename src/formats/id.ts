// What an id may look like, and those we make ourselves: 24 hexadecimal digits for records and keys, short ones for
// people to type.
import { randomBytes } from 'node:crypto'

export const idPattern = /^[A-Za-z0-9_-]{1,64}$/
export const isId = (text: string) => idPattern.test(text)

export const newId = (): string => {
  const seconds = Math.floor(Date.now() / 1000)
  return seconds.toString(16).padStart(8, '0') + randomBytes(8).toString('hex')
}

const nanoidLength = 10
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

let random = Buffer.alloc(0)
let taken = 0

/** Six bits make a letter; values that are no letter are passed over, so that all letters are equally likely. Random bytes
 * are drawn many at a time, as drawing them one by one is slow. */
export function nanoid(): string {
  let text = ''
  while (text.length < nanoidLength) {
    if (taken === random.length) {
      random = randomBytes(1024)
      taken = 0
    }
    text += alphabet[random[taken++]! & 63] ?? ''
  }
  return text
}
