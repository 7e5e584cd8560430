// How values of PostgreSQL's types are read and written: for each type one reader and one writer of its binary form. A
// type that is not here comes and goes as text.
import type { MessageWriter } from './output.ts'

type Value = string | number | bigint | boolean | Date | Uint8Array | object | null | undefined

export type Type = {
  /** From the bytes of a column in binary form. */
  read?(bytes: Buffer, from: number, to: number): unknown
  /** From a column that comes as text. */
  parse?(text: string): unknown
  /** In binary form; false where this value has none, and goes as text. */
  write?(out: MessageWriter, value: never): boolean
  /** As text, where it is not what String() makes of the value. */
  text?(value: never): string
}

const year2000Ms = Date.UTC(2000, 0, 1)
const dayMs = 86_400_000
const [int4Limit, int2Limit] = [2 ** 31, 2 ** 15]

const string: Type = {
  read: (bytes, from, to) => bytes.toString('utf8', from, to),
  write(out, value: Value) {
    if (typeof value === 'object') return false
    out.utf8(String(value))
    return true
  },
}

const integer = (
  limit: number,
  read: Type['read'],
  write: (out: MessageWriter, value: number) => void,
): Type => ({
  read: read!,
  write(out, value: Value) {
    if (typeof value !== 'number' || !Number.isInteger(value) || value < -limit || value >= limit)
      return false
    write(out, value)
    return true
  },
})

/** Since 2000; undefined where it is a text that no Date writes: PostgreSQL reads it better, as for JavaScript the 30th of
 * February is in March, and there are no microseconds. */
function msOf(value: Value): number | undefined {
  if (typeof value === 'string') {
    const date = new Date(value)
    return !Number.isNaN(date.getTime()) && date.toISOString() === value ? msOf(date) : undefined
  }
  const ms = value instanceof Date ? value.getTime() : value
  if (typeof ms !== 'number') return undefined
  if (Number.isNaN(ms)) throw new RangeError('A parameter of a statement is no date')
  return ms - year2000Ms
}

/** Microseconds since 2000; the two ends of the range stand for minus and plus infinity, which no Date is. */
const instant: Type = {
  read(bytes, from) {
    const high = bytes.readInt32BE(from)
    const low = bytes.readUInt32BE(from + 4)
    if ((high === 0x7fffffff && low === 0xffffffff) || (high === -int4Limit && low === 0))
      return new Date(Number.NaN)
    // Up to the year 2255 it is exact as a number.
    const isExact = high < 0x20_0000 && high >= -0x20_0000
    if (isExact) return new Date(Math.floor((high * 2 ** 32 + low) / 1000) + year2000Ms)
    const micros = bytes.readBigInt64BE(from)
    const ms = micros / 1000n - (micros % 1000n < 0n ? 1n : 0n)
    return new Date(Number(ms) + year2000Ms)
  },
  write(out, value: Value) {
    const ms = msOf(value)
    if (ms === undefined) return false
    out.int64(BigInt(ms) * 1000n)
    return true
  },
}

const json = (before: number): Type => ({
  read: (bytes, from, to) => JSON.parse(bytes.toString('utf8', from + before, to)),
  text: value => JSON.stringify(value),
})

/** By the type's number, which is the same in every PostgreSQL. */
const single: Record<number, Type> = {
  16: {
    read: (bytes, from) => bytes[from] === 1,
    write(out, value: Value) {
      if (typeof value !== 'boolean') return false
      out.byte(value ? 1 : 0)
      return true
    },
  },
  17: {
    read: (bytes, from, to) => Buffer.from(bytes.subarray(from, to)),
    write(out, value: Value) {
      if (typeof value !== 'string' && !(value instanceof Uint8Array)) return false
      out.raw(typeof value === 'string' ? Buffer.from(value) : value)
      return true
    },
  },
  18: string,
  19: string,
  25: string,
  1042: string,
  1043: string,
  20: {
    // A string: not every one is a number that JavaScript can hold.
    read: (bytes, from) => bytes.readBigInt64BE(from).toString(),
    write(out, value: Value) {
      if (typeof value !== 'bigint' && !Number.isSafeInteger(value)) return false
      out.int64(BigInt(value as number))
      return true
    },
  },
  21: integer(
    int2Limit,
    (bytes, from) => bytes.readInt16BE(from),
    (out, value) => out.int16(value),
  ),
  23: integer(
    int4Limit,
    (bytes, from) => bytes.readInt32BE(from),
    (out, value) => out.int32(value),
  ),
  26: { read: (bytes, from) => bytes.readUInt32BE(from) },
  114: json(0),
  // Its binary form begins with a version.
  3802: json(1),
  // In binary it has digits that nobody wrote: 0.1 would be read as 0.10000000149.
  700: { parse: Number },
  701: {
    read: (bytes, from) => bytes.readDoubleBE(from),
    write(out, value: Value) {
      if (typeof value !== 'number') return false
      out.float64(value)
      return true
    },
  },
  1082: {
    read(bytes, from) {
      const days = bytes.readInt32BE(from)
      const isInfinite = days === int4Limit - 1 || days === -int4Limit
      return new Date(isInfinite ? Number.NaN : days * dayMs + year2000Ms)
    },
    write(out, value: Value) {
      const ms = msOf(value)
      if (ms === undefined) return false
      out.int32(Math.floor(ms / dayMs))
      return true
    },
  },
  1114: instant,
  1184: instant,
}

/** Arrays, by the type of their elements. */
const arrays: Record<number, number> = {
  1000: 16,
  1001: 17,
  1002: 18,
  1003: 19,
  1005: 21,
  1007: 23,
  1009: 25,
  1014: 1042,
  1015: 1043,
  1016: 20,
  1021: 700,
  1022: 701,
  1028: 26,
  1041: 869,
  1115: 1114,
  1182: 1082,
  1185: 1184,
  1231: 1700,
  2951: 2950,
}

/** As PostgreSQL reads it, whatever its type. */
function textOf(value: Exclude<Value, null>): string {
  if (value === undefined) throw new TypeError('An element of an array is undefined')
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  if (typeof value === 'object')
    throw new TypeError('A parameter of a statement is an object, where its type has no such values')
  return Object.is(value, -0) ? '-0' : String(value)
}

/** Such as {a,"b c",NULL}; of one dimension. */
const arrayText = (values: readonly Value[]): string =>
  `{${values.map(value => (value === null ? 'NULL' : `"${textOf(value).replace(/[\\"]/g, '\\$&')}"`)).join(',')}}`

/** Before the braces stands where they begin, if that is not at one. */
function arrayFrom(text: string, parse: (text: string) => unknown): unknown {
  const all: unknown[] = []
  const open = [all]
  const parts = text.slice(text.indexOf('{')).matchAll(/"((?:[^"\\]+|\\.)*)"|[{}]|[^,{}]+/gs)
  for (const [part, quoted] of parts) {
    const into = open.at(-1)!
    if (quoted !== undefined) into.push(parse(quoted.replace(/\\(.)/gs, '$1')))
    else if (part === '{') open.push(into[into.push([]) - 1] as unknown[])
    else if (part === '}') open.pop()
    else into.push(part === 'NULL' ? null : parse(part))
  }
  return all[0]
}

/** Elements in binary: the dimensions, whether there are nulls, the type; of each dimension its length and first place. */
function arrayType(oid: number, element: Type): Type {
  const { read, parse = String } = element
  return {
    ...(read && { read: (bytes, from) => readElements(bytes, from, read) }),
    parse: text => arrayFrom(text, parse),
    write(out, values: readonly Value[]) {
      if (!element.write || !Array.isArray(values)) return false
      for (const number of values.length > 0 ? [1, 1, oid, values.length, 1] : [0, 0, oid]) out.int32(number)
      return values.every(value => writeParameter(out, value, oid) || value === null)
    },
    text: (values: readonly Value[] | string) => (Array.isArray(values) ? arrayText(values) : String(values)),
  }
}

/** Each dimension after the first is an array in those of the one before. */
function readElements(bytes: Buffer, from: number, read: NonNullable<Type['read']>): unknown[] {
  const dimensions = bytes.readInt32BE(from)
  let at = from + 12 + 8 * dimensions
  const element = () => {
    const length = bytes.readInt32BE(at)
    at += 4
    if (length < 0) return null
    at += length
    return read(bytes, at - length, at)
  }
  const elements = (dimension: number): unknown[] =>
    Array.from({ length: bytes.readInt32BE(from + 12 + 8 * dimension) }, () =>
      dimension + 1 < dimensions ? elements(dimension + 1) : element(),
    )
  return dimensions === 0 ? [] : elements(0)
}

/** Types that are not arrays. */
export const singleTypes: ReadonlyMap<number, Type> = new Map(
  Object.entries(single).map(([oid, type]) => [Number(oid), type]),
)

export const types: ReadonlyMap<number, Type> = new Map([
  ...singleTypes,
  ...Object.entries(arrays).map(([oid, of]) => [Number(oid), arrayType(of, single[of] ?? {})] as const),
])

const [binary, text] = [1, 0]

/** Each parameter in binary where its type has a writer that takes the value, else as text. */
export function writeParameters(
  out: MessageWriter,
  values: readonly unknown[],
  oids: readonly number[],
): void {
  out.count(values.length)
  const formats = out.room(2 * values.length)
  out.count(values.length)
  for (const [index, value] of values.entries()) {
    const isBinary = writeParameter(out, value as Value, oids[index]!)
    out.int16At(formats + 2 * index, isBinary ? binary : text)
  }
}

/** True where it was written in binary. */
function writeParameter(out: MessageWriter, value: Value, oid: number): boolean {
  if (value === undefined) throw new TypeError('A parameter of a statement is undefined')
  const from = out.room(4)
  if (value === null) {
    out.int32At(from, -1)
    return false
  }
  const type = types.get(oid)
  const isBinary = type?.write?.(out, value as never) ?? false
  if (!isBinary) {
    out.rewind(from + 4)
    out.utf8(type?.text?.(value as never) ?? textOf(value))
  }
  out.int32At(from, out.length - from - 4)
  return isBinary
}

/** The type of a value, whatever the statement; 0 where the statement decides. */
export function typeOf(value: unknown): number {
  if (value instanceof Date) return 1184
  if (value instanceof Uint8Array) return 17
  if (typeof value === 'boolean') return 16
  return typeof value === 'bigint' ? 20 : 0
}
