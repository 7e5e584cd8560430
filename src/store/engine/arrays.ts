// Arrays as PostgreSQL writes them, such as {a,"b c",NULL}: one dimension, of the element types that we use.

type Element = string | number | bigint | boolean | Date | Uint8Array | null

const asText = (value: Exclude<Element, null>): string => {
  if (value === undefined) throw new TypeError('An element of an array is undefined')
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  return String(value)
}

const serialize = (values: readonly Element[]): string =>
  `{${values.map(value => (value === null ? 'NULL' : `"${asText(value).replace(/[\\"]/g, '\\$&')}"`)).join(',')}}`

const parseWith =
  (parse: (text: string) => unknown) =>
  (text: string): unknown[] =>
    Array.from(text.matchAll(/"((?:[^"\\]+|\\.)*)"|[^,{}]+/gs), ([whole, quoted]) => {
      if (quoted !== undefined) return parse(quoted.replace(/\\(.)/gs, '$1'))
      return whole === 'NULL' ? null : parse(whole)
    })

/** The types' numbers, the same in every PostgreSQL. */
const kinds = {
  texts: { from: [1002, 1003, 1009, 1015, 1041, 2951], parse: (text: string) => text },
  longs: { from: [1016, 1231], parse: (text: string) => text },
  numbers: { from: [1005, 1007, 1021, 1022, 1028], parse: Number },
  booleans: { from: [1000], parse: (text: string) => text === 't' },
  dates: { from: [1115, 1182, 1185], parse: (text: string) => new Date(text) },
  bytes: { from: [1001], parse: (text: string) => Buffer.from(text.slice(2), 'hex') },
}

/** As the driver takes types. */
export const arrayTypes = Object.fromEntries(
  Object.entries(kinds).map(([name, { from, parse }]) => [
    name,
    { to: from[0]!, from, serialize, parse: parseWith(parse) },
  ]),
)
