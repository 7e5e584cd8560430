// `muster people find`: who is held under what an operator has of them.
import { text as readText } from 'node:stream/consumers'
import { searchSubject } from '../../operator/audit.ts'
import { commandLine } from '../../store/keys/ledger.ts'
import { findPeople, type PeopleSearchResult, searchedTables } from '../../workers/find-people.ts'
import { requireMatchable } from '../../workers/matches.ts'
import { alignedTable, type CommandCall } from '../command.ts'
import { checkedSecrets, withDatabase } from '../database.ts'
import type { Subcommand } from '../declaration.ts'
import { changeAsSystem } from '../operator.ts'

const runFind = (call: CommandCall): Promise<undefined> =>
  withDatabase(call, async (database, readiness) => {
    const secrets = await checkedSecrets(call, database)
    requireMatchable(readiness, ...searchedTables)
    const given = call.argument('TEXT')
    const text = given === '-' ? (await readText(call.terminal.stdin)).trim() : given
    const found = await changeAsSystem(database, 'people find', searchSubject, undefined, () =>
      findPeople({ database, secrets }, text, commandLine),
    )
    call.output.result(found, () => foundText(found))
    return undefined
  })

const foundText = ({ people, waiting, summary, notSearched }: PeopleSearchResult): string =>
  [
    summary,
    ...(people.length > 0
      ? [
          alignedTable(
            ['Id', 'Reference', 'Name', 'Born', 'Agencies', 'Found by'],
            people.map(({ id, reference = '', name = '', dob = '', agencies, erasedAt, reasons }) => [
              id,
              reference,
              erasedAt ? `(erased on ${erasedAt.slice(0, 10)})` : name,
              dob,
              agencies.join(', '),
              reasonsText(reasons),
            ]),
          ),
        ]
      : []),
    ...(waiting.length > 0
      ? [
          alignedTable(
            ['Match', 'Name', 'Sent by', 'Found by'],
            waiting.map(({ match, name, agency, reasons }) => [match, name, agency, reasonsText(reasons)]),
          ),
        ]
      : []),
    notSearched,
  ].join('\n')

const reasonsText = (reasons: PeopleSearchResult['people'][number]['reasons']) =>
  reasons.map(({ words }) => words).join('; ')

export const findCommand: Subcommand = {
  summary: 'who is held under a name, e-mail, telephone number, reference, id, document or identity number',
  arguments: {
    TEXT: {
      meaning:
        'what you have of them; - reads it from standard input, which leaves it out of the history of your shell',
    },
  },
  notes: `Names may be in any order and nearly right. Numbers are compared, and not shown. The audit keeps what the text was compared
with, and not the text; that those who are found were looked at is noted (./muster audit).`,
  examples: ["./muster people find 'kowalski piotr'", './muster people find -'],
  run: runFind,
}
