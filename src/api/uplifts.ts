// What is paid on top: agreed with an agency for kinds of time, or by blocks of hours (§2.11, §2.13).
import { flag, instant, list, mapOf, maybe, number, record, text } from '../shape/shape.ts'

/** One of a connection's, agency-wide or for a trade. */
export const rateUplift = record({
  description: maybe(text),
  type: maybe(text),
  uplift: maybe(number),
  regions: maybe(list(record({ id: text, name: maybe(text), uplift: number }))),
})

/** Hours, by the index of the uplift block. */
const thresholds = maybe(mapOf(number))

/** By blocks of hours: the same on an assignment, and for a trade of a connection. */
export const enhancedUplifts = record({
  enabled: flag,
  mode: maybe(text),
  weekly: maybe(
    record({
      threshold: maybe(number),
      enforce: maybe(flag),
      reduce: maybe(flag),
      nightThreshold: maybe(number),
      nightEnforce: maybe(flag),
      backshiftThreshold: maybe(number),
      backshiftEnforce: maybe(flag),
      blockThresholds: thresholds,
      nightBlockThresholds: thresholds,
      backshiftBlockThresholds: thresholds,
    }),
  ),
  breakdown: maybe(
    list(
      record({
        date: instant,
        dayOfWeek: text,
        shiftType: maybe(text),
        blockStartHour: number,
        blockEndHour: number,
        blockHours: number,
        upliftPercentage: number,
        chargeRate: number,
        chargeValue: number,
        payRate: number,
        payValue: number,
      }),
    ),
  ),
})
