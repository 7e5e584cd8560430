// Spreads of durations: quantiles by linear interpolation (type 7) and the 1.5 IQR rule for outliers (§2.17, §8).

/** Of values in rising order: h = (n − 1)p, between its two neighbours. */
export function quantile(sorted: readonly number[], p: number): number {
  const h = (sorted.length - 1) * p
  const below = sorted[Math.floor(h)]!
  const above = sorted[Math.ceil(h)]!
  return below + (h - Math.floor(h)) * (above - below)
}

/** Two decimals of a quotient, half up; in whole millionths, for 160.7 times 100 is a little less than 16,070. */
export const twoDecimals = (numerator: number, denominator = 1) =>
  Math.round(Math.round(numerator * 1_000_000) / denominator / 10_000) / 100

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/** A group's durations, at least one, in any order. */
export function spreadOf(durations: readonly number[]) {
  const sorted = durations.toSorted((a, b) => a - b)
  const [p25, p75] = [quantile(sorted, 0.25), quantile(sorted, 0.75)]
  const reach = 1.5 * (p75 - p25)
  const [lower, upper] = [p25 - reach, p75 + reach]
  // The bounds as they are, not rounded: what lies on one is kept.
  const kept = sorted.filter(value => lower <= value && value <= upper)
  return {
    rawCount: sorted.length,
    excludedOutliers: sorted.length - kept.length,
    iqrBounds: { lower: twoDecimals(lower), upper: twoDecimals(upper) },
    outliers: sorted.filter(value => value < lower || value > upper),
    values: {
      count: kept.length,
      averageDays: twoDecimals(sumOf(kept), kept.length),
      medianDays: twoDecimals(quantile(kept, 0.5)),
      minDays: kept[0]!,
      maxDays: kept.at(-1)!,
      p25Days: twoDecimals(quantile(kept, 0.25)),
      p75Days: twoDecimals(quantile(kept, 0.75)),
    },
  }
}
