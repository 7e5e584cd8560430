// One worker's whole life as load lines: everything that any record may say about a person, in words that are found
// nowhere else.
import { pdfSaying } from '../../demo/files.ts'
import {
  answer,
  assignment,
  expense,
  type Line,
  requisition,
  response,
  submission,
  timesheet,
  worker,
} from './lines.ts'

export type Life = {
  id: string
  lines: (Line | object)[]
  /** Words that must be found nowhere once the person is erased. */
  words: string[]
  numbers: { nationalIns: string; passport: string; shareCode: string }
}

const of = (id: string) => ({ company: 'c1', project: 'p1', agency: 'a1', worker: id })

/** The same number gives the same life; `free` has no record that needs the worker's. */
export function lifeOf(number: number, free = false): Life {
  const id = `life${number}`
  const word = (what: string) => `${what}${String(number).padStart(4, '0')}xq`
  const numbers = {
    nationalIns: `AB${String(300_000 + number)}C`,
    passport: `9${String(10_000_000 + number)}`,
    shareCode: `W${String(10_000_000 + number)}`,
  }
  const files = ['passport', 'card', 'kid', 'paper', 'receipt', 'evidence'].map(what => ({
    type: 'file',
    id: `${id}-${what}`,
    fileName: `${word('scan')}-${what}.pdf`,
    contentType: 'application/pdf',
    base64: pdfSaying(word('content')).toString('base64'),
  }))
  const document = (what: string, type: string, more: object) => ({
    id: `${id}-${what}`,
    type,
    createdAt: '2026-03-01',
    files: [{ fileName: `${word('scan')}.pdf`, url: `file:${id}-${what}` }],
    ...more,
  })
  const person: Line = {
    ...worker(id, {
      reference: `WK-9${number}`,
      firstName: word('Þóra'),
      lastName: word('Lindqvist'),
      name: `${word('Þóra')} ${word('Lindqvist')}`,
      gender: 'Female',
      nationality: 'Iceland',
      dob: `19${60 + (number % 40)}-02-${10 + (number % 18)}`,
      email: `${word('mail')}@people.example`,
      phone: { countryCode: '+44', number: `77${String(10_000_000 + number)}` },
      address: { lineOne: `1 ${word('Street')}`, city: word('Town'), code: 'M1 1AE' },
      agencies: [{ id: 'a1', agencyId: word('payroll'), active: true }],
      companyIds: [{ company: 'c1', id: word('badge') }],
      attachments: [document('card', 'attachment', { documentType: 'CSCS', documentNumber: word('card') })],
      rightToWork: [
        document('passport', 'rightToWork', {
          documentType: 'UK passport',
          documentNumber: numbers.passport,
        }),
      ],
    }),
    facts: { nationalIns: numbers.nationalIns, shareCodes: [numbers.shareCode] },
  }
  const check = {
    type: 'rightToWorkCheck',
    record: {
      id: `${id}-check`,
      agency: { id: 'a1' },
      dob: `19${60 + (number % 40)}-02-${10 + (number % 18)}`,
      status: 'passed',
      checkType: 'homeOfficeOnline',
      checkedAt: '2026-03-01',
      reference: word('reference'),
      evidence: { fileName: `${word('scan')}.pdf`, url: `file:${id}-evidence` },
    },
    facts: { shareCode: numbers.shareCode },
  }
  const named = free ? [] : recordsNaming(id, word)
  const wanted = free ? files.filter(file => !/kid|paper|receipt/.test(file.id)) : files
  return {
    id,
    lines: [...wanted, person, check, ...named],
    words: [
      ...['Þóra', 'Lindqvist', 'mail', 'Street', 'Town', 'payroll', 'badge', 'card', 'scan', 'content'].map(
        word,
      ),
      ...['reference', 'reason', 'comment', 'answer', 'lodge', 'absence', 'piece', 'receipt'].map(word),
      `77${String(10_000_000 + number)}`,
      ...Object.values(numbers),
    ],
    numbers,
  }
}

function recordsNaming(id: string, word: (what: string) => string): Line[] {
  const own = answer('a1', word('answer'), {
    worker: { id },
    workerIds: [id],
    answerScope: 'worker',
    label: 'Boots',
  })
  const turn = { reason: word('reason'), comments: word('comment'), date: '2026-03-02' }
  const tracked = {
    worker: { id },
    agency: { id: 'a1' },
    isRejected: true,
    stage: 'submitted',
    history: [{ stage: 'submitted', at: '2026-03-02', byUserId: null, comments: word('comment') }],
  }
  return [
    requisition(
      `r-${id}`,
      of(id),
      {
        agencies: [
          response('a1', {
            submissions: [
              submission(id, { isRejected: true, rejectionReason: word('reason') }),
              submission('w1'),
            ],
          }),
        ],
      },
      { answers: [own, answer('a1', 'Nights', { workerIds: [id, 'w1'] })], stages: [tracked] },
    ),
    {
      ...assignment(`as-${id}`, of(id), {
        requisition: { id: `r-${id}` },
        status: 'ended',
        ended: turn,
        activities: [
          {
            created: '2026-03-02',
            activityType: 'ended',
            user: 'Uma Reid',
            comments: word('comment'),
            message: word('reason'),
          },
        ],
        customDocuments: [
          {
            id: 'd1',
            name: 'Induction',
            required: false,
            uploadPermissions: { company: true, supplier: true },
            attachment: `file:${id}-paper`,
            uploadedBy: word('Þóra'),
            expiry: null,
          },
        ],
        metaFields: [{ id: 'm1', title: 'Note', type: 'freeText', value: word('comment'), display: ['ui'] }],
        lodge: { address: { lineOne: word('lodge'), city: word('Town') }, distanceMiles: 3 },
        customFields: [{ fieldId: 'f1', label: 'Note', fieldType: 'text', value: word('comment') }],
        kid: `file:${id}-kid`,
        workerDistanceToSite: 12.5,
      }),
      facts: { answers: [own] },
    },
    timesheet(`t-${id}`, of(id), {
      assignment: { id: `as-${id}` },
      approvalRequestedBy: { id, name: `${word('Þóra')} ${word('Lindqvist')}`, type: 'candidate' },
      pieceRateEntries: [
        {
          id: 'p1',
          pieceRateId: 'pr1',
          code: 'M2',
          name: 'Plastering',
          unitLabel: 'm²',
          unitLabelPlural: 'm²',
          frequency: 'daily',
          rateType: 'PAYE',
          values: { pay: 1, emp: 0, margin: 0, charge: 1 },
          totals: { units: 1, payValue: 1, empValue: 0, marginValue: 0, chargeValue: 1 },
          lines: [
            {
              id: 'l1',
              units: 1,
              payValue: 1,
              empValue: 0,
              marginValue: 0,
              chargeValue: 1,
              comment: word('piece'),
            },
          ],
        },
      ],
      timelogs: [
        {
          id: 'log1',
          status: 'absent',
          date: '2026-03-03T00:00:00.000Z',
          start: '2026-03-03T08:00:00.000Z',
          end: '2026-03-03T16:00:00.000Z',
          breaks: 0,
          hours: { standard: 8, overtime: 0, total: 8 },
          rates: { pay: 1, emp: 0, margin: 0, charge: 1 },
          values: Object.fromEntries(
            ['pay', 'emp', 'margin', 'charge'].map(side => [side, { standard: 0, overtime: 0, total: 0 }]),
          ),
          absenceReason: word('absence'),
        },
      ],
    }),
    expense(`e-${id}`, of(id), {
      timesheet: `t-${id}`,
      description: word('receipt'),
      receipts: [{ fileName: `${word('scan')}.pdf`, url: `file:${id}-receipt` }],
      noReceiptReason: word('reason'),
    }),
  ]
}
