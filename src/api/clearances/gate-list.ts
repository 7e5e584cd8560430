// Who may enter on a day, and who may not and what they need: in one short answer, on paper, and as CSV for turnstiles, with a
// hash by which two copies are compared.
import { createHash } from 'node:crypto'
import { viewerOf } from '../../access/viewer.ts'
import { badRequest } from '../../errors/problem.ts'
import { utcDay } from '../../formats/day.ts'
import { type Answer, singleAnswer } from '../../kernel/operation/answer.ts'
import { type Context, type Input, operation } from '../../kernel/operation/operation.ts'
import { choiceParameter, yesNoParameter } from '../../kernel/operation/parameter.ts'
import { flag, integer, list, maybe, record, text } from '../../shape/shape.ts'
import { listMeta, stretches } from './asking.ts'
import { clearances } from './collection.ts'
import { type GateRow, gateCsv, gateOrder, gateRowOf } from './gate-rows.ts'
import { Clearance, type ClearanceRow } from './shape.ts'
import { type ClearanceState, clearanceScopes, clearanceStates } from './words.ts'

/** Of those who may not enter, unless everybody is asked for. */
const mostPeople = 50
const mostRows = 5000

const need = record({
  what: [text, 'What is asked for.'],
  why: [maybe(text), 'Why it is not held, in a sentence; absent of what only ends soon.'],
})

const person = record({
  reference: [text, 'Reference of the assignment.'],
  worker: Clearance.properties.worker,
  agency: [maybe(text), 'The name of the agency.'],
  site: [maybe(text), 'The name of the site.'],
  trade: [maybe(text), 'The name of the trade.'],
  state: Clearance.properties.state,
  mayEnter: [flag, 'Whether they are cleared: who is expiring is, and who is unknown is not.'],
  starts: [flag, 'Whether the assignment begins on that day.'],
  until: [maybe(text), 'The first day on which the state is another, YYYY-MM-DD.'],
  needs: [list(need), 'What is not held; of who is expiring what ends.'],
})

const states = Object.keys(clearanceStates) as ClearanceState[]

const counts = record(
  Object.fromEntries(
    states.map(state => [state, [integer, `How many are: ${clearanceStates[state]}.`]]),
  ) as Record<ClearanceState, [typeof integer, string]>,
)

const GateList = record({
  day: [text, 'The day that it is of, YYYY-MM-DD.'],
  counts: [counts, 'How many assignments that run on that day stand how.'],
  people: [
    list(person),
    `Who may not enter, at most ${mostPeople}, or everybody: first those who start on that day and may not, then from worst to best.`,
  ],
  more: [integer, 'How many of those who may not enter are left out.'],
  sha256: [text, 'SHA-256 of the bytes of the same list as CSV, in hexadecimal digits.'],
  checking: [flag, 'Whether something was written that was not worked out yet.'],
})

const asked = ['company', 'project', 'site', 'agency', 'trade', 'on']

export const gateList = operation({
  method: 'GET',
  path: '/clearances/gate-list',
  name: 'getGateList',
  summary: 'Who may not enter on a day and what they need, whoever starts first; or everybody, for the gate',
  brief: 'Who must not be on site on a day, and what they need',
  scope: clearanceScopes,
  parameters: [
    ...clearances.selecting.parameters.filter(({ name }) => asked.includes(name)),
    {
      ...yesNoParameter(
        'includeEverybody',
        'Whether those who may enter are listed, too, and nobody is left out',
      ),
      httpOnly: true,
    },
    {
      ...choiceParameter(
        'as',
        ['csv'],
        'Gives everybody as CSV for turnstiles, whose hash is in the header Repr-Digest',
      ),
      httpOnly: true,
    },
  ],
  answers: GateList,
  noun: 'gate list',
  run: async (input, context) => {
    const { query } = input
    const { day, rows } = await rowsOf(input, context)
    const csv = Buffer.from(gateCsv(day, rows))
    const hash = createHash('sha256').update(csv).digest()
    if (query.as === 'csv') return csvAnswer(day, csv, hash)
    const { checking } = (await listMeta.of(context)) as { checking: boolean }
    const stopped = rows.filter(({ mayEnter }) => !mayEnter)
    const people = query.includeEverybody ? rows : stopped.slice(0, mostPeople)
    return singleAnswer({
      day,
      counts: countsOf(rows),
      people,
      more: query.includeEverybody ? 0 : stopped.length - people.length,
      sha256: hash.toString('hex'),
      checking,
    })
  },
})

const countsOf = (rows: readonly GateRow[]) =>
  Object.fromEntries(states.map(state => [state, rows.filter(row => row.state === state).length]))

const csvAnswer = (day: string, csv: Buffer, hash: Buffer): Answer => ({
  status: 200,
  body: [csv],
  headers: {
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': `attachment; filename="gate-list-${day}.csv"`,
    'Repr-Digest': `sha-256=:${hash.toString('base64')}:`,
  },
})

async function rowsOf(input: Input, context: Context): Promise<{ day: string; rows: GateRow[] }> {
  const { caller, world } = context
  const standing = stretches.asked(input.query, utcDay(world.now()))
  const { type } = clearances.stored
  const page = await world.records.page({
    ...{ type, ...clearances.selecting.of(input, context) },
    viewer: viewerOf(caller),
    order: { column: 'id', descending: false, nullable: false },
    offset: 0,
    limit: mostRows,
    parts: [],
  })
  if (page.total > mostRows)
    throw badRequest(`These are more than ${mostRows} people; ask for a site, a project or an agency`)
  const found = page.rows.map(({ text }) => {
    const row = JSON.parse(text.toString())
    stretches.show(row, standing)
    return gateRowOf(row as ClearanceRow)
  })
  return { day: standing.first, rows: gateOrder(found) }
}
