// From values to places in a picture, and round numbers for its axes.

type Scale = (value: number) => number

export const linear =
  (from: readonly [number, number], to: readonly [number, number]): Scale =>
  value =>
    to[0] + ((value - from[0]) / (from[1] - from[0] || 1)) * (to[1] - to[0])

/** Round whole numbers from nought to at least `most`, about `count` of them: there is no half request or worker. */
export function ticks(most: number, count = 4): number[] {
  if (most <= 1) return [0, 1]
  const rough = Math.max(1, most / count)
  const power = 10 ** Math.floor(Math.log10(rough))
  const sizes = power < 10 ? [1, 2, 5, 10] : [1, 2, 2.5, 5, 10]
  const step = sizes.map(times => times * power).find(size => size >= rough)!
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, at) => at * step)
}

/** `1,200`, `34k`, `1.2m`. */
export function short(value: number): string {
  if (Math.abs(value) >= 999_500) return `${Number((value / 1_000_000).toPrecision(3))}m`
  if (Math.abs(value) >= 9_995) return `${Number((value / 1000).toPrecision(3))}k`
  return value.toLocaleString('en-GB', { maximumFractionDigits: 2 })
}
