// Every finding that a key is told of, worked out the slow and obvious way from the text of docs/billing-checks.md over the
// lines that were loaded.
import type { Caller } from '../access/oracle-basics.ts'
import type { World } from '../access/worlds.ts'
import { type Books, booksOf, daysAfter, type Finding, type Side } from './books.ts'
import {
  afpDiffers,
  creditTooLarge,
  flowsDiffer,
  hoursDiffer,
  sumDiffers,
  taxDiffers,
} from './oracle-invoices.ts'
import { rateDiffers } from './oracle-rates.ts'
import {
  billedTwice,
  changedSinceBilled,
  notApproved,
  notBilled,
  outsideAssignment,
  overlaps,
  overOrder,
} from './oracle-timesheets.ts'

export const rules: Record<string, (books: Books) => Finding[]> = {
  notBilled,
  billedTwice,
  notApproved,
  changedSinceBilled,
  sumDiffers,
  hoursDiffer,
  rateDiffers,
  outsideAssignment,
  overlaps,
  overOrder,
  creditTooLarge,
  taxDiffers,
  afpDiffers,
  flowsDiffer,
}

const toldToMsp = ['taxDiffers', 'creditTooLarge', 'flowsDiffer']

/** A company is the client of its own work, and the MSP of what it manages. */
export const sidesOf = ({ kind, owners }: Caller): Side[] =>
  owners.flatMap((id): Side[] =>
    kind === 'agency'
      ? [{ kind, id }]
      : [
          { kind: 'client', id },
          { kind: 'msp', id },
        ],
  )

/** All that a side is told, also what does not count yet. */
export const findingsOf = (world: World, side: Side): Finding[] =>
  booksOf(world, side).flatMap(books =>
    Object.entries(rules)
      .filter(([code]) => side.kind !== 'msp' || toldToMsp.includes(code))
      .flatMap(([, find]) => find(books)),
  )

export type Question = { today: string; graceDays: number; from: string; to: string }

/** What a key is told when it asks for these weeks. */
export const toldTo = (world: World, caller: Caller, { today, graceDays, from, to }: Question): Finding[] =>
  sidesOf(caller)
    .flatMap(side => findingsOf(world, side))
    .filter(({ weekEnding }) => weekEnding >= from && weekEnding <= to)
    .filter(({ waits, weekEnding }) => !waits || today > daysAfter(weekEnding, graceDays))
