// Work paid by the piece, beside the hours: bricks by the thousand, boards and walls by the metre.
import { at } from './calendar.ts'
import { chargeOf, eachPart, type Parts, type Pence, percentOf, pounds, shownParts } from './money.ts'
import type { Placement } from './placements.ts'
import { Dice, idOf } from './random.ts'
import { costCodeOf, masterTrades } from './reference-lists.ts'
import type { Shift } from './weeks.ts'

export type PieceRate = {
  trade: number
  code: string
  name: string
  unitLabel: string
  unitLabelPlural: string
  frequency: 'daily' | 'weekly'
  pay: number
}

// biome-ignore format: a table reads better in rows
export const pieceRates: readonly PieceRate[] = [
  { trade: 5, code: 'BW-01', name: 'Facing brickwork', unitLabel: 'thousand', unitLabelPlural: 'thousands', frequency: 'weekly', pay: 61550 },
  { trade: 7, code: 'DL-01', name: 'Boarding', unitLabel: 'square metre', unitLabelPlural: 'square metres', frequency: 'daily', pay: 465 },
  { trade: 8, code: 'PL-01', name: 'Skim to walls', unitLabel: 'square metre', unitLabelPlural: 'square metres', frequency: 'daily', pay: 710 },
]

export const pieceRateId = (company: number, piece: PieceRate): string =>
  idOf('pieceRate', company * 10 + pieceRates.indexOf(piece))

/** Employment costs for PAYE workers alone, as for hours. */
export const pieceParts = ({ pay }: PieceRate, paye: boolean, points: number): Parts => ({
  pay,
  emp: paye ? Math.round((pay * 286) / 1000) : 0,
  margin: Math.round(pay / 10) + percentOf(pay, points),
})

const amounts = (parts: Parts, units: number) => {
  const value = eachPart(parts, pence => pence * units)
  return {
    payValue: pounds(value.pay),
    empValue: pounds(value.emp),
    marginValue: pounds(value.margin),
    chargeValue: pounds(chargeOf(value)),
  }
}

function linesOf(piece: PieceRate, parts: Parts, timesheet: number, worked: readonly Shift[], dice: Dice) {
  if (piece.frequency === 'weekly') {
    const units = 1 + dice.below(3)
    return [
      {
        id: idOf('pieceLine', timesheet * 8),
        units,
        ...amounts(parts, units),
        comment: 'Measured on Friday',
      },
    ]
  }
  const costCode = costCodeOf(masterTrades[piece.trade]!.costCode)
  return worked.map(({ day }, index) => {
    const units = 4 + dice.below(20)
    return {
      id: idOf('pieceLine', timesheet * 8 + index),
      date: at(day),
      units,
      ...amounts(parts, units),
      costCode,
    }
  })
}

type Entry = { totals: { chargeValue: number } }

/** What piece work adds to a week's charge. */
export const pieceCharge = (placement: Placement, timesheet: number, worked: readonly Shift[]): Pence =>
  (pieceRateEntries(placement, timesheet, worked) as Entry[]).reduce(
    (sum, { totals }) => sum + Math.round(totals.chargeValue * 100),
    0,
  )

export function pieceRateEntries(
  placement: Placement,
  timesheet: number,
  worked: readonly Shift[],
): object[] {
  const { gang, table, rateType, storedRateType } = placement
  const piece = pieceRates.find(one => one.trade === gang.trade)
  if (!piece || table.daily || worked.length === 0) return []
  const dice = new Dice('piece work', timesheet)
  if (!dice.chance(12)) return []
  const { trade, pay, ...shown } = piece
  const parts = pieceParts(piece, rateType === 'paye', table.points)
  const lines = linesOf(piece, parts, timesheet, worked, dice)
  const units = lines.reduce((sum, line) => sum + line.units, 0)
  return [
    {
      id: idOf('pieceEntry', timesheet),
      pieceRateId: pieceRateId(gang.firm.company.index, piece),
      ...shown,
      rateType: storedRateType,
      values: shownParts(parts),
      totals: { units, ...amounts(parts, units) },
      lines,
    },
  ]
}
