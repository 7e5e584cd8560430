// Looks through JSON text without building anything: how deep it is nested, how many values it has, whether an
// object has a name twice, and where its long texts lie. A small body can otherwise ask for a great deal of memory.

export class NotJson extends Error {}

const limits = { depth: 20, values: 20_000, longFrom: 4096 }

/** Where a text's first and last character lie, without its quotation marks. */
export type Range = { from: number; to: number }

const [quote, backslash, colon, comma] = [0x22, 0x5c, 0x3a, 0x2c]
const [openObject, closeObject, openList, closeList] = [0x7b, 0x7d, 0x5b, 0x5d]

/** The long texts, in order. */
export function scanJson(bytes: Buffer): Range[] {
  const long: Range[] = []
  const names: (Set<string> | undefined)[] = []
  let values = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === quote) {
      const to = endOfText(bytes, at + 1)
      if (isName(bytes, to + 1)) rememberName(names.at(-1), bytes.subarray(at, to + 1))
      else if (to - at > limits.longFrom) long.push({ from: at + 1, to })
      at = to
    } else if (byte === openObject || byte === openList) {
      names.push(byte === openObject ? new Set() : undefined)
      if (names.length > limits.depth)
        throw new NotJson(`is nested more than ${limits.depth} levels deep; send less inside one another`)
      values++
    } else if (byte === closeObject || byte === closeList) names.pop()
    else if (byte === comma) values++
    if (values > limits.values)
      throw new NotJson(`has more than ${limits.values.toLocaleString('en-GB')} values; send fewer`)
  }
  return long
}

function endOfText(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(quote, from); at >= 0; at = bytes.indexOf(quote, at + 1)) {
    let slashes = 0
    while (at - 1 - slashes >= from && bytes[at - 1 - slashes] === backslash) slashes++
    if (slashes % 2 === 0) return at
  }
  throw new NotJson('has a text without an end; close it with a quotation mark')
}

function isName(bytes: Buffer, from: number): boolean {
  let at = from
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at++
  return bytes[at] === colon
}

function rememberName(known: Set<string> | undefined, quoted: Buffer): void {
  if (!known) return
  const text = quoted.toString()
  const name = text.includes('\\') ? unescaped(text) : text.slice(1, -1)
  if (known.has(name))
    throw new NotJson(`has the name "${name.slice(0, 60)}" twice in one object; give it once`)
  known.add(name)
}

function unescaped(text: string): string {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
