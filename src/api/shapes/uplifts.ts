// The Shapes of what is paid on top (§2.11, §2.13).

import {
  amount,
  flag,
  instant,
  list,
  longText,
  mapOf,
  maybe,
  number,
  record,
  text,
} from '../../shape/shape.ts'

/** One of a connection's, agency-wide or for a trade. */
export const rateUplift = record({
  description: [maybe(longText), 'The kind of time it is paid for, in words.'],
  type: [maybe(text), 'The kind of time, such as sat or wdNw.'],
  uplift: [maybe(number), 'Percent on top of the rate, such as 50.'],
  regions: [
    list(
      record({
        id: [text, 'Finds the region among those of rates.'],
        name: [maybe(text), 'As the region was called when agreed.'],
        uplift: [number, 'Percent that applies there instead.'],
      }),
    ),
    'Where another percentage applies.',
  ],
})
const thresholds = maybe(mapOf(number))

/** By blocks of hours: the same on an assignment, and for a trade of a connection. */
export const enhancedUplifts = record({
  enabled: [flag, 'Whether these apply, and not the plain percentages.'],
  mode: [maybe(text), 'How they are applied, as the company has set it.'],
  weekly: [
    maybe(
      record({
        threshold: [maybe(number), 'Hours in a week after which uplifts begin.'],
        enforce: [maybe(flag), 'Whether that threshold is enforced.'],
        reduce: [maybe(flag), 'Whether hours are reduced by that threshold.'],
        nightThreshold: [maybe(number), 'The same threshold for night shifts, in hours.'],
        nightEnforce: [maybe(flag), 'Whether it is enforced for night shifts.'],
        backshiftThreshold: [maybe(number), 'The same threshold for back shifts, in hours.'],
        backshiftEnforce: [maybe(flag), 'Whether it is enforced for back shifts.'],
        blockThresholds: [thresholds, 'Hours for single blocks, by the block’s index.'],
        nightBlockThresholds: [thresholds, 'Hours for single blocks at night, by the block’s index.'],
        backshiftBlockThresholds: [
          thresholds,
          'Hours for single blocks of back shifts, by the block’s index.',
        ],
      }),
    ),
    'How many hours a week have to be worked first.',
  ],
  breakdown: [
    list(
      record({
        date: [instant, 'The day, at midnight UTC.'],
        dayOfWeek: [text, 'The day by name, such as Friday.'],
        shiftType: [maybe(text), 'Day, night or back shift.'],
        blockStartHour: [number, 'Hour of the day that the block begins at.'],
        blockEndHour: [number, 'Hour of the day that it ends at.'],
        blockHours: [number, 'How long the block is.'],
        upliftPercentage: [number, 'Percent on top, such as 50; included in the rates beside it.'],
        chargeRate: [amount, 'Pounds an hour that the company is charged.'],
        chargeValue: [amount, 'Pounds that the company is charged for the block.'],
        payRate: [amount, 'Pounds an hour that the worker gets.'],
        payValue: [amount, 'Pounds that the worker gets for the block.'],
      }),
    ),
    'The blocks of a week, with what each comes to.',
  ],
})
