// What went wrong with the demo's bills, one line each: the code that a billing check finds it under, where, how it is brought
// about, and what happened. Everything else in the programme is right. Nothing here is older than four weeks.
import type { BillFault, Faults, OrderFault, WeekFault } from './world.ts'

// The numbers of companies and agencies in organisations.ts.
const [brackenholt, tarnside] = [0, 1]
const [heronsgill, quillmark, pennywhistle, marrow, thistlewick] = [0, 1, 2, 3, 5]

/** Of one worker's week. The last number counts the weeks before the last full one; bills are made from the second on. */
// biome-ignore format: a table reads better in rows
const weeks: readonly WeekFault[] = [
  { code: 'notBilled', at: [brackenholt, quillmark, 3], leftOff: ['invoice'], what: 'Queried with the agency, agreed by telephone, and forgotten' },
  { code: 'notBilled', at: [tarnside, quillmark, 3], leftOff: ['invoice'], what: 'Applied for and agreed, and left off the invoice' },
  { code: 'notBilled', also: 'flowsDiffer', at: [brackenholt, marrow, 3], leftOff: ['mspToClient'], what: 'The agency billed the MSP, which did not pass it on to Brackenholt' },
  { code: 'notBilled', also: 'flowsDiffer', at: [tarnside, heronsgill, 3], leftOff: ['supplierToMsp'], what: 'The MSP billed Tarnside before the agency had billed the MSP, which it never did' },

  { code: 'billedTwice', at: [brackenholt, quillmark, 3], billedAgain: true, what: 'A copy of the timesheet came by e-mail, and somebody billed that, too' },
  { code: 'billedTwice', at: [brackenholt, pennywhistle, 2], billedAgain: true, what: 'The site chased the bill, which was on its way' },
  { code: 'billedTwice', at: [brackenholt, heronsgill, 3], billedAgain: true, what: 'Billed by the branch and again by head office' },

  { code: 'notApproved', at: [brackenholt, quillmark, 2], status: 'cancelled', what: 'Cancelled when the gate’s register had nobody of that name' },
  { code: 'notApproved', at: [brackenholt, thistlewick, 2], status: 'pending_approval', what: 'Opened again for a question about Thursday, and never approved again' },
  { code: 'notApproved', at: [tarnside, marrow, 2], status: 'cancelled', what: 'Cancelled as the gang had been stood down that week' },

  { code: 'changedSinceBilled', at: [brackenholt, pennywhistle, 2], lastDay: 'takenOff', what: 'The foreman took the last day off, after the bill had gone out' },
  { code: 'changedSinceBilled', at: [brackenholt, thistlewick, 2], lastDay: 'takenOff', what: 'The last day was booked to another job, after the bill had gone out' },
  { code: 'changedSinceBilled', at: [brackenholt, heronsgill, 2], lastDay: 'added', what: 'The last day came in late, after the bill had gone out' },

  { code: 'sumDiffers', at: [brackenholt, pennywhistle, 2], notIn: 'subtotal', what: 'Listed on the bill, and missing in its sum' },
  { code: 'hoursDiffer', at: [tarnside, quillmark, 2], notIn: 'netMinutes', what: 'In the sum of the bill, and missing in its hours' },

  { code: 'rateDiffers', at: [brackenholt, heronsgill, 3], rates: 'dearerMarkup', what: 'The agency used a markup five points above the one agreed' },
  { code: 'rateDiffers', at: [brackenholt, pennywhistle, 3], rates: 'dearerProject', what: 'Charged with the allowance of another project' },
  { code: 'rateDiffers', at: [brackenholt, thistlewick, 2], rates: 'overtimeAsSaturday', what: 'Overtime was charged as if it were Saturday' },

  { code: 'outsideAssignment', at: [brackenholt, heronsgill, 2], movedTo: 'site', what: 'Lent to another site, with no assignment there' },
  { code: 'outsideAssignment', at: [tarnside, marrow, 3], movedTo: 'project', what: 'Booked to another project than the one worked on' },

  { code: 'overlaps', at: [brackenholt, heronsgill, 1], sentAgain: true, what: 'The last day was sent in again, from the supervisor’s diary' },
  { code: 'overlaps', at: [brackenholt, pennywhistle, 1], sentAgain: true, what: 'The last day was sent in again, as its photograph could not be read' },
  { code: 'overlaps', at: [tarnside, quillmark, 1], sentAgain: true, what: 'The last day was sent in again, by the worker and by the foreman' },

  { code: 'afpDiffers', at: [brackenholt, heronsgill, 2], leftOff: ['afp'], what: 'Billed, and never applied for' },
]

const less = (pence: number) => -pence

/** Of a whole bill, or of an application. */
// biome-ignore format: a table reads better in rows
const bills: readonly BillFault[] = [
  { code: 'sumDiffers', at: [brackenholt, quillmark, 3], on: 'invoice', pence: 18_000, what: 'Two digits changed places when the subtotal was typed' },
  { code: 'sumDiffers', at: [brackenholt, thistlewick, 2], on: 'invoice', pence: 14_640, what: 'A claim for the hire of a van was billed, which had been refused' },

  { code: 'hoursDiffer', at: [brackenholt, quillmark, 2], on: 'invoice', minutes: 450, what: 'A day was counted twice in the hours, and once in the money' },
  { code: 'hoursDiffer', at: [brackenholt, pennywhistle, 2], on: 'invoice', minutes: less(600), what: 'Ten hours of overtime were left out of the hours' },

  { code: 'afpDiffers', at: [brackenholt, heronsgill, 3], on: 'afp', pence: less(32_500), what: 'The application was agreed at less than what was billed after it' },
  { code: 'afpDiffers', at: [tarnside, marrow, 2], on: 'afp', pence: 8600, what: 'The application was made before the measurements were corrected' },

  { code: 'taxDiffers', at: [brackenholt, pennywhistle, 2], tax: 'cisOnVat', what: 'CIS was held back from the VAT, too' },
  { code: 'taxDiffers', at: [brackenholt, quillmark, 2], tax: 'formerVat', what: 'VAT at 17.5 %, from a template of before 2011' },
  { code: 'taxDiffers', at: [brackenholt, marrow, 2], tax: 'lowVat', what: 'VAT at 5 %, and passed on as it came by the MSP' },

  { code: 'creditTooLarge', at: [brackenholt, pennywhistle, 3], credit: 'beforeCis', what: 'Credited with the total, as if no CIS had been held back' },
  { code: 'creditTooLarge', at: [brackenholt, thistlewick, 3], credit: 'digitTooMany', what: 'Fifteen per cent were agreed, and 150 typed' },
  { code: 'creditTooLarge', at: [tarnside, heronsgill, 2], credit: 'twice', what: 'Credited in full by two clerks, and both passed on by the MSP' },

  { code: 'flowsDiffer', at: [brackenholt, marrow, 2], standing: { minutes: 720, pence: 29_400 }, what: 'The MSP billed twelve hours of standing time that no agency had billed' },
]

/** Of a purchase order of one of these companies, or of an assignment. */
// biome-ignore format: a table reads better in rows
const orders: readonly OrderFault[] = [
  { code: 'overOrder', companies: [brackenholt], order: 'ranOut', what: 'The order ran out on the Wednesday of last week, and work went on' },
  { code: 'overOrder', companies: [tarnside], order: 'ranOut', what: 'The order was to be extended last Wednesday, and nobody did' },
  { code: 'overOrder', companies: [brackenholt], order: 'overspent', what: 'The last week went beyond what the order was raised for' },
  { code: 'outsideAssignment', companies: [brackenholt, tarnside], order: 'endedEarly', what: 'Ended on the Wednesday, and paid until Friday' },
]

export const allFaults: Faults = { weeks, bills, orders }
export const noFaults: Faults = { weeks: [], bills: [], orders: [] }
