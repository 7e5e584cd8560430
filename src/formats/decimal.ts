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

export function sumOf(terms: readonly Decimal[]): Decimal {
  const places = Math.max(...terms.map(term => term.places))
  const units = terms.reduce((sum, term) => sum + atPlaces(term, places).units, 0n)
  return { units, places }
}

export const percentOf = (of: Decimal, points: Decimal): Decimal => ({
  units: of.units * points.units,
  places: of.places + points.places + 2,
})

/** To no more than these places; half goes up, that is towards plus infinity, of what is negative too. */
export function roundedTo(value: Decimal, places: number): Decimal {
  if (value.places <= places) return value
  const step = 10n ** BigInt(value.places - places)
  const above = value.units + step / 2n
  const rest = ((above % step) + step) % step
  return { units: (above - rest) / step, places }
}

const atPlaces = ({ units, places }: Decimal, wanted: number): Decimal => ({
  units: places === wanted ? units : units * 10n ** BigInt(wanted - places),
  places: wanted,
})
