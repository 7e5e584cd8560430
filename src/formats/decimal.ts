// Exact arithmetic on numbers as they are written in decimals, in which 0.1 + 0.2 is 0.3.

/** The number units ÷ 10^places. */
export type Decimal = { units: bigint; places: number }

const written = /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/

/** A finite number or its text, with as many places as it is written with: 1e-7 has seven. */
export function decimalOf(value: number | string): Decimal {
  const [, whole = '', fraction = '', exponent = '0'] = written.exec(String(value))!
  const units = BigInt(whole + fraction)
  const places = fraction.length - Number(exponent)
  return places < 0 ? atPlaces({ units, places }, 0) : { units, places }
}

export const numberOf = ({ units, places }: Decimal): number => Number(`${units}e${-places}`)

/** All its digits and no more. */
export function decimalText({ units, places }: Decimal): string {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0')
  const end = digits.length - places
  const fraction = digits.slice(end).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${digits.slice(0, end)}${fraction === '' ? '' : `.${fraction}`}`
}

/** All of them in units of the same size, so that they compare and add up as whole numbers. */
export function scaledTo(values: readonly Decimal[]): { units: bigint[]; places: number } {
  const places = values.reduce((most, value) => Math.max(most, value.places), 0)
  return { units: values.map(value => atPlaces(value, places).units), places }
}

/** 0 of no terms. */
export function sumOf(terms: readonly Decimal[]): Decimal {
  const places = Math.max(0, ...terms.map(term => term.places))
  const units = terms.reduce((sum, term) => sum + atPlaces(term, places).units, 0n)
  return { units, places }
}

export const negatedDecimal = ({ units, places }: Decimal): Decimal => ({ units: -units, places })

export const differenceOf = (from: Decimal, taken: Decimal): Decimal => sumOf([from, negatedDecimal(taken)])

/** Without its sign. */
export const sizeOf = (value: Decimal): Decimal => (value.units < 0n ? negatedDecimal(value) : value)

export const isZeroDecimal = ({ units }: Decimal): boolean => units === 0n

export const isMoreThan = (one: Decimal, other: Decimal): boolean => differenceOf(one, other).units > 0n

export const productOf = (one: Decimal, other: Decimal): Decimal => ({
  units: one.units * other.units,
  places: one.places + other.places,
})

/** To these places; half goes up as in `roundedTo`. What it is divided by is not 0. */
export function quotientOf(of: Decimal, by: Decimal, places: number): Decimal {
  const sign = by.units < 0n ? -1n : 1n
  const top = 2n * sign * of.units * 10n ** BigInt(by.places + places)
  const bottom = sign * by.units * 10n ** BigInt(of.places)
  return { units: floorOf(top + bottom, 2n * bottom), places }
}

/** The largest whole number that is not above the quotient; `by` is above 0. */
const floorOf = (of: bigint, by: bigint): bigint => (of - (((of % by) + by) % by)) / by

export const percentOf = (of: Decimal, points: Decimal): Decimal => ({
  units: of.units * points.units,
  places: of.places + points.places + 2,
})

/** To no more than these places; half goes up, that is towards plus infinity, of what is negative too. */
export function roundedTo(value: Decimal, places: number): Decimal {
  if (value.places <= places) return value
  const step = 10n ** BigInt(value.places - places)
  return { units: floorOf(value.units + step / 2n, step), places }
}

const atPlaces = ({ units, places }: Decimal, wanted: number): Decimal => ({
  units: places === wanted ? units : units * 10n ** BigInt(wanted - places),
  places: wanted,
})
