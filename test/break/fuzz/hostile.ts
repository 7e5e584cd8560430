// Values that programs trip over, and ways to spoil what was right: JSON at any depth, text, and bytes.
import type { Dice } from '../../access/dice.ts'

// biome-ignore lint/suspicious/noExplicitAny: values of any kind, spoilt freely
export type Any = any

const texts = [
  '',
  ' ',
  '\t',
  '0',
  '-1',
  '1e309',
  'NaN',
  'null',
  'true',
  '[]',
  '{}',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'company.__proto__',
  "' or 1=1 --",
  '"; drop table worker; --',
  '$1',
  '%00',
  '%s%n',
  '\\',
  '\\u0000',
  '\u0000',
  '\u0001',
  '\u2028',
  '\u202eabc',
  '\ufeff',
  '\ud800',
  '\udfff\ud800',
  'é'.normalize('NFD'),
  'ﬀ',
  'İ',
  'ß',
  '𝟙𝟚',
  '👩‍👩‍👧',
  '..',
  '../../etc/passwd',
  'file:x',
  'http://127.0.0.1/',
  'https://[::1]:8443/',
  'javascript:alert(1)',
  '<script>alert(1)</script>',
  '=cmd|x',
  '9'.repeat(40),
  'x'.repeat(65),
  'x'.repeat(3_000),
  'a,b,,c',
  ',',
  '.',
  'a.b.c.d',
  '2026-02-30',
  '2024-02-29',
  '0000-00-00',
  '9999-12-31',
  '+275760-09-13',
  '2026-03-29T01:30:00',
  '2026-12-31T23:59:60Z',
  '1970-01-01T00:00:00.000Z',
  'data:application/pdf;base64,',
  'data:image/png;base64,iVBORw0KGgo=',
]
const numbers = [
  0,
  -0,
  -1,
  1,
  0.1,
  1e-320,
  1e21,
  2 ** 31,
  2 ** 53,
  -(2 ** 53) - 2,
  1.7976931348623157e308,
  255,
  65536,
]

const deep = (levels: number): Any =>
  levels === 0 ? 1 : levels % 2 ? [deep(levels - 1)] : { a: deep(levels - 1) }

export const hostileText = (dice: Dice): string => dice.pick(texts)

export function hostileValue(dice: Dice): Any {
  const kind = dice.int(12)
  if (kind < 5) return dice.pick(texts)
  if (kind < 7) return dice.pick(numbers)
  if (kind === 7) return dice.pick([null, true, false])
  if (kind === 8) return dice.pick([[], {}, [null], [[]], { id: null }, { id: 'x' }, { id: {} }, [{}]])
  if (kind === 9) return deep(dice.pick([3, 30, 70, 300]))
  if (kind === 10) return Array.from({ length: dice.pick([3, 300]) }, () => dice.pick(texts))
  return JSON.parse('{"__proto__":{"id":"x"},"constructor":1,"length":-1,"toJSON":"x"}')
}

/** Every place in a value, as the way to it. */
function placesIn(value: Any, way: (string | number)[] = []): (string | number)[][] {
  if (value === null || typeof value !== 'object') return [way]
  return [way, ...Object.keys(value).flatMap(name => placesIn(value[name], [...way, name]))]
}

/** With one to four places of it spoilt: another value, none, one more, twice. */
export function spoilt(dice: Dice, value: Any): Any {
  let made = structuredClone(value)
  for (let left = dice.between(1, 4); left > 0; left--) {
    const places = placesIn(made).filter(way => way.length > 0)
    if (places.length === 0) return hostileValue(dice)
    const way = dice.pick(places)
    const holder = way.slice(0, -1).reduce((at: Any, name) => at[name], made)
    const name = way.at(-1)!
    const how = dice.int(8)
    if (how < 4) holder[name] = hostileValue(dice)
    else if (how === 4) delete holder[name]
    else if (how === 5) holder[dice.pick([hostileText(dice), `${name}x`])] = structuredClone(holder[name])
    else if (how === 6 && Array.isArray(holder)) holder.push(...structuredClone(holder))
    else if (typeof holder[name] === 'string') holder[name] = spoiltText(dice, holder[name])
    if (Array.isArray(made)) made = [...made].slice(0, 2_000)
  }
  return made
}

export function spoiltText(dice: Dice, text: string): string {
  const at = dice.int(text.length + 1)
  const how = dice.int(6)
  if (how === 0) return text.slice(0, at)
  if (how === 1) return text.slice(0, at) + hostileText(dice) + text.slice(at)
  if (how === 2) return text.slice(0, at) + text.slice(at + dice.between(1, 5))
  if (how === 3) return text.replaceAll(text[at] ?? 'e', hostileText(dice).slice(0, 20))
  if (how === 4) return text + text.slice(at)
  return dice.chance(0.5) ? text.toUpperCase() : text.toLowerCase()
}

export function spoiltBytes(dice: Dice, bytes: Buffer): Buffer {
  const made = Buffer.from(bytes)
  const at = dice.int(made.length + 1)
  const how = dice.int(5)
  if (how === 0) return made.subarray(0, at)
  if (how === 1)
    return Buffer.concat([made.subarray(0, at), Buffer.from(hostileText(dice)), made.subarray(at)])
  if (how === 2)
    return Buffer.concat([made.subarray(0, at), made.subarray(Math.min(made.length, at + dice.int(20)))])
  if (how === 3) return Buffer.concat([made, made.subarray(at)])
  for (let left = dice.between(1, 8); left > 0 && made.length > 0; left--)
    made[dice.int(made.length)] = dice.int(256)
  return made
}
