// `muster billing-checks`: one finding with all that it says, and marking it.
import { type MarkDecision, markBody, readDecision } from '../../api/billing-checks/mark-body.ts'
import type { StoredBillingCheck } from '../../api/billing-checks/shape.ts'
import { findingWith, markFinding } from '../../checks/marks.ts'
import type { Database } from '../../database/database.ts'
import { Problem } from '../../errors/problem.ts'
import { dayText } from '../../formats/day.ts'
import { markSubject } from '../../operator/audit.ts'
import { nodeOf } from '../../shape/shape.ts'
import { CliProblem, type CommandCall, exitCodes, usageProblem } from '../command.ts'
import { onDatabase } from '../database.ts'
import type { Arguments, Command } from '../declaration.ts'
import { changeAsSystem, systemUser } from '../operator.ts'

const states = nodeOf(markBody.properties.state).enum!

async function show(call: CommandCall, database: Database): Promise<undefined> {
  const id = call.argument('ID')
  const found = await findingWith(database, id)
  if (!found) throw new CliProblem(`There is no finding ${id}`, exitCodes.notFound)
  call.output.result(found.record, () => described(found))
}

async function mark(call: CommandCall, database: Database): Promise<undefined> {
  const id = call.argument('ID')
  const decision = decisionIn(call)
  const by = call.option('by') ?? systemUser().name
  const marked = await changeAsSystem(database, 'billing-checks mark', markSubject, id, db =>
    db.transaction(tx => markFinding(tx, id, decision, { by, now: new Date() })),
  ).catch(error => {
    if (!(error instanceof Problem)) throw error
    throw new CliProblem(error.message, error.code === 'NOT_FOUND' ? exitCodes.notFound : exitCodes.failed)
  })
  call.output.result(marked.record, () => described(marked))
}

function decisionIn(call: CommandCall): MarkDecision {
  const { state, ...said } = {
    state: call.argument('MARK'),
    note: call.option('note'),
    until: call.option('until'),
  }
  try {
    return readDecision({ state, ...said }, new Date())
  } catch (error) {
    throw error instanceof Problem ? usageProblem(error.message) : error
  }
}

const described = ({ record: { side, sentence, since, resolvedAt, mark } }: StoredBillingCheck): string =>
  [
    sentence,
    `For the ${side}, since ${dayText(since.slice(0, 10))}${resolvedAt ? `; put right on ${dayText(resolvedAt.slice(0, 10))}` : ''}.`,
    ...(mark
      ? [
          `Marked as ${mark.state} by ${mark.by}${mark.until ? `, until ${dayText(mark.until.slice(0, 10))}` : ''}${mark.note ? `: ${mark.note}` : ''}`,
        ]
      : resolvedAt
        ? []
        : ['Open: not marked.']),
  ].join('\n')

const finding: Arguments = { ID: { meaning: 'the id of the finding' } }

export const billingChecksCommand: Command = {
  subcommands: {
    show: {
      summary: 'what is wrong, for whom, since when, and what was decided about it',
      arguments: finding,
      run: onDatabase(show),
    },
    mark: {
      summary: 'say that a finding was looked at, for the side that it was worked out for',
      arguments: { ...finding, MARK: { meaning: states.join(', ') } },
      options: {
        note: { value: 'TEXT', meaning: 'why, for whoever looks at it next' },
        until: { value: 'DAY', meaning: 'the last day that it counts; no end unless given' },
        by: { value: 'NAME', meaning: 'who decides; your user name on this machine unless given' },
      },
      notes: `accepted  it is right as it is, or nobody will correct it
disputed  it was taken up with the other side
open      takes the mark away

A mark stays until its last day has passed, or until what the finding says changes.`,
      examples: ['./muster billing-checks mark b1c0… disputed --note "Asked the agency" --until 2026-12-31'],
      run: onDatabase(mark),
    },
  },
  examples: [
    './muster billing-checks show b1c0…',
    './muster billing-checks mark b1c0… accepted --note "Agreed by telephone"',
  ],
}
