// Exact arithmetic for the oracle: fractions of whole numbers, with nothing of the server's.

export type Exact = { over: bigint; under: bigint }

/** A number as it is written in decimals. */
export function exact(value: number | string): Exact {
  const [digits = '', exponent = '0'] = String(value).split('e')
  const [whole = '', fraction = ''] = digits.split('.')
  const power = Number(exponent) - fraction.length
  const over = BigInt(whole + fraction)
  return power >= 0
    ? { over: over * 10n ** BigInt(power), under: 1n }
    : { over, under: 10n ** BigInt(-power) }
}

export const zero = exact(0)
export const penny = exact('0.01')

export const plus = (a: Exact, b: Exact): Exact => ({
  over: a.over * b.under + b.over * a.under,
  under: a.under * b.under,
})
export const negative = ({ over, under }: Exact): Exact => ({ over: -over, under })
export const minus = (a: Exact, b: Exact): Exact => plus(a, negative(b))
export const times = (a: Exact, b: Exact): Exact => ({ over: a.over * b.over, under: a.under * b.under })
export function divided(a: Exact, b: Exact): Exact {
  if (b.over === 0n) throw new Error('divided by zero')
  const over = a.over * b.under
  const under = a.under * b.over
  return under < 0n ? { over: -over, under: -under } : { over, under }
}
export const sum = (terms: Iterable<Exact>): Exact => [...terms].reduce(plus, zero)
export const many = (count: number, of: Exact): Exact => times(exact(count), of)
export const percent = (of: Exact, points: Exact): Exact => divided(times(of, points), exact(100))

/** Below 0 where a is less, 0 where both are the same, above 0 where it is more. */
export function compareExact(a: Exact, b: Exact): number {
  const difference = a.over * b.under - b.over * a.under
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}
export const isSame = (a: Exact, b: Exact): boolean => compareExact(a, b) === 0
export const isMore = (a: Exact, b: Exact): boolean => compareExact(a, b) > 0
export const isZero = (a: Exact): boolean => a.over === 0n
export const size = (a: Exact): Exact => (a.over < 0n ? negative(a) : a)
export const larger = (a: Exact, b: Exact): Exact => (isMore(a, b) ? a : b)
export const lower = (a: Exact, b: Exact): Exact => (isMore(a, b) ? b : a)

/** To so many places, half up: towards plus infinity, of what is negative too. */
export function roundedTo({ over, under }: Exact, places: number): Exact {
  const scale = 10n ** BigInt(places)
  const twice = 2n * over * scale + under
  const step = 2n * under
  const whole = twice / step - (twice % step < 0n ? 1n : 0n)
  return { over: whole, under: scale }
}
export const rounded = (value: Exact): Exact => roundedTo(value, 2)

export const numberOf = ({ over, under }: Exact): number => {
  const places = 12
  const { over: units } = roundedTo({ over, under }, places)
  return Number(`${units}e-${places}`)
}
