// `muster matches`: workers that an agency sent and that may be known already, and stored ones that may be one person,
// for a person to decide.
import { Problem } from '../../errors/problem.ts'
import { openFileStore } from '../../files/open-files.ts'
import { matchSubject, scanSubject } from '../../operator/audit.ts'
import { guardOf } from '../../outbound/guard.ts'
import { settingsTable } from '../../settings/settings.ts'
import { nodeOf } from '../../shape/shape.ts'
import { attemptContent } from '../../store/people/match-attempts.ts'
import { closeIncompletePairs, forgetDecided, undoMinutes } from '../../store/people/match-decisions.ts'
import { beginScan } from '../../store/people/match-scan.ts'
import { matches, matchState } from '../../store/people/matches.ts'
import type { Readiness } from '../../store/schema/readiness.ts'
import { noMatch } from '../../workers/attempts.ts'
import { type DecisionWord, decisionWords } from '../../workers/consequences.ts'
import { type DecisionResult, decideMatch } from '../../workers/decisions.ts'
import type { DecisionContext } from '../../workers/link.ts'
import { matchesWithNames } from '../../workers/match-queue.ts'
import { requireMatchable } from '../../workers/matches.ts'
import { type Review, reviewOf } from '../../workers/reviews.ts'
import { scanToEnd } from '../../workers/scan.ts'
import { undoDecision } from '../../workers/undo.ts'
import {
  alignedTable,
  CliProblem,
  type CommandCall,
  exitCodes,
  listTable,
  readableCount,
  shareBar,
  usageProblem,
} from '../command.ts'
import { checkedSecrets, withDatabase } from '../database.ts'
import type { Arguments, Command, Options } from '../declaration.ts'
import { loopbackOf } from '../loopback.ts'
import { changeAsSystem, systemUser } from '../operator.ts'

const states = nodeOf(matchState).enum!
const shownAtMost = 200

type At = DecisionContext & { readiness: Readiness }

async function list(call: CommandCall, { database, secrets }: At): Promise<undefined> {
  const asked = call.option('state') ?? 'open'
  if (asked !== 'all' && !states.includes(asked))
    throw usageProblem(`--state must be one of ${states.join(', ')}, all`)
  const limit = call.option('limit') ?? String(shownAtMost)
  if (!/^[1-9]\d{0,6}$/.test(limit)) throw usageProblem('--limit must be a whole number above 0')
  const after = call.option('after')
  await closeIncompletePairs(database)
  const state = asked === 'all' ? undefined : asked
  const rows = await matches.rows(database, { state, limit: Number(limit), after })
  const found = await matchesWithNames(database, secrets, rows)
  const more = found.length === Number(limit) ? `\nThe next ones: --after ${found.at(-1)!.id}` : ''
  call.output.result(found, () =>
    found.length === 0 ? 'Nothing waits for a decision.' : `${listTable(matches, found)}${more}`,
  )
}

async function show(call: CommandCall, { database, secrets }: At): Promise<undefined> {
  const review = await reviewOf(database, secrets, call.argument('ID'))
  if (!review) throw noMatch()
  call.output.result(review, () => described(review))
}

async function decide(call: CommandCall, deciding: At): Promise<undefined> {
  const attempt = call.argument('ID')
  const given = call.argument('DECISION')
  const asked = given === 'create' ? 'different' : given
  const what = decisionWords.find(word => word === asked)
  if (!what) throw usageProblem(`"${given}" is no decision; there are ${decisionWords.join(', ')}`)
  const worker = call.option('worker')
  if (what !== 'link' && worker !== undefined) throw usageProblem(`--worker is for link; ${what} takes none`)
  const content = await attemptContent(deciding.database, attempt)
  if (!content) throw noMatch()
  if (what === 'link' && worker === undefined && !content.pair)
    throw usageProblem('Say which worker it is: --worker ID')
  const outcome = await changeAsSystem(deciding.database, 'matches decide', matchSubject, attempt, () =>
    decideMatch(deciding, { attempt, ...deciderIn(call) }, what, worker),
  )
  call.output.result(
    {
      attempt,
      decision: what,
      ...(worker && { worker }),
      ...outcome.created,
      ...(outcome.spare && { spare: outcome.spare }),
      ...(outcome.documents && { documents: outcome.documents }),
    },
    () => toldOf(what, outcome, worker, content.pair),
  )
}

async function undo(call: CommandCall, { database }: At): Promise<undefined> {
  const attempt = call.argument('ID')
  const undone = await changeAsSystem(database, 'matches undo', matchSubject, attempt, () =>
    undoDecision(database, attempt, deciderIn(call)),
  )
  call.output.result({ attempt, undone, state: 'open' }, () => `It was ${undone}, and is open again.`)
}

async function scan(call: CommandCall, { database, readiness }: At): Promise<undefined> {
  requireMatchable(readiness)
  const { scanned: before } = await changeAsSystem(database, 'matches scan', scanSubject, undefined, () =>
    beginScan(database, call.flag('restart')),
  )
  if (before > 0) call.output.say(`Going on after ${readableCount(before)} workers`)
  const { total, scanned, found, startedAt, finishedAt } = await scanToEnd(database, {
    atOnce: call.settings.databaseConnections,
    progress: state =>
      call.output.progress(
        `${shareBar(state.scanned / Math.max(1, state.total))} ${readableCount(state.scanned)} of ${readableCount(state.total)} workers, ${readableCount(state.found)} pairs to look at`,
      ),
  })
  call.output.result(
    { total, scanned, found, startedAt, finishedAt },
    () =>
      `${readableCount(scanned)} workers looked at, ${readableCount(found)} new pairs wait for a decision.`,
  )
}

const sentBy = ({ agency, workers }: Review) =>
  workers ? `two stored workers, ${workers.join(' and ')}` : `sent by agency ${agency}`

function described(review: Review): string {
  const { id, state, rule, candidates, consequences, decisions, undoUntil } = review
  const head = `${id}, ${state}, ${sentBy(review)}`
  const decided = decisions.map(
    ({ decision, worker, by, at, note }) =>
      `${decision}${worker ? ` ${worker}` : ''} by ${by} at ${at}${note ? `: ${note}` : ''}`,
  )
  const undoable = undoUntil === undefined ? [] : [`It can be undone until ${undoUntil}.`]
  return [
    head,
    ...whoIn(review),
    '',
    ...candidates.map(candidate => comparisonOf(review, candidate)),
    ...(candidates.length > 0 ? [rule] : []),
    ...consequences.map(told),
    ...(consequences.length > 0 ? [review.undoRule] : []),
    ...decided,
    ...undoable,
  ].join('\n')
}

function comparisonOf({ kind }: Review, candidate: Review['candidates'][number]): string {
  const { worker, reference = '(gone)', summary, fields, limit, total } = candidate
  const [first, second] = kind === 'pair' ? ['One', 'Other'] : ['Sent', 'Known']
  const weight = (value: number) => value.toFixed(1)
  const rows = [
    ...fields.map(field => [
      field.label,
      field.sent ?? '',
      field.known ?? '',
      field.verdict,
      weight(field.weight),
      field.words,
    ]),
    ...(limit ? [['Limit', '', '', '', weight(limit.weight), limit.words]] : []),
    ['Total', '', '', '', weight(total), ''],
  ]
  return `${worker} ${reference}: ${summary}\n${alignedTable(['', first!, second!, 'Verdict', 'Weight', 'Why'], rows)}\n`
}

const told = ({ decision, worker, records }: Review['consequences'][number]) =>
  [
    `${decision}${worker ? ` --worker ${worker}` : ''}`,
    ...records.map(({ whose, what }) => `  ${whose}: ${what}`),
  ].join('\n')

function whoIn({ kind, state, sent, workers, decisions }: Review): string[] {
  if (kind === 'pair') {
    const stays =
      state === 'linked' ? decisions.findLast(({ decision }) => decision === 'link')?.worker : undefined
    const one = sent ? [`One: ${sent.name}, ${sent.worker} ${sent.reference}`] : []
    return state === 'linked' ? [...one, noted(workers!, stays)] : one
  }
  if (!sent) return []
  const { name, agencyId, numbers = [], documents = [] } = sent
  return [
    `Sent: ${name}, agencyId ${agencyId}, numbers: ${numbers.join(', ') || 'none'}; documents: ${documents.join(', ') || 'none'}`,
  ]
}

/** What is left to do where two stored workers are one person. */
function noted([one, other]: readonly string[], stays: string | undefined): string {
  const spare = stays === undefined ? undefined : stays === one ? other : one
  const line = `{"type": "worker", "id": "${spare ?? '…'}", "deleted": true}`
  return `${one} and ${other} are one person. Nothing is merged: load what names ${spare ?? 'one of them'} with ${stays ?? 'the other'} instead, then delete it with the line ${line}.`
}

function deciderIn(call: CommandCall) {
  const note = call.option('note')
  return { by: call.option('by') ?? systemUser().name, ...(note !== undefined && { note }) }
}

function toldOf(
  what: DecisionWord,
  { created, documents = [] }: DecisionResult,
  worker: string | undefined,
  pair: { one: string; other: string } | undefined,
): string {
  if (created) return `Created ${created.reference} (${created.id}).`
  if (what === 'dismiss')
    return pair ? 'Dismissed.' : `Dismissed; what was sent is forgotten in ${undoMinutes} minutes.`
  if (what === 'different') return 'Noted: they are two people.'
  if (pair) return noted([pair.one, pair.other], worker)
  return [`Assigned worker ${worker} to the agency.`, ...toldDocuments(documents)].join('\n')
}

function toldDocuments(documents: NonNullable<DecisionResult['documents']>): string[] {
  const named = (outcome: string) =>
    documents.flatMap(one => (one.outcome === outcome ? [one.documentType] : [])).join(', ')
  return [
    ...(named('joined') ? [`The worker has these documents now: ${named('joined')}.`] : []),
    ...(named('known') ? [`The worker had these already: ${named('known')}.`] : []),
    ...documents.flatMap(({ outcome, reason }) =>
      outcome === 'refused' ? [`Not taken over, since its check did not pass: ${reason}.`] : [],
    ),
  ]
}

/** With all that a decision may need. */
const onMatches =
  (run: (call: CommandCall, at: At) => Promise<undefined>) =>
  (call: CommandCall): Promise<undefined> =>
    withDatabase(call, async (database, readiness) => {
      const secrets = await checkedSecrets(call, database)
      await forgetDecided(database)
      const store = await openFileStore(call.settings, database)
      const guard = guardOf({ loopback: loopbackOf(call) })
      const trouble = (error: unknown, what: string) =>
        call.output.say(`${what}: ${(error as Error).message}`)
      return run(call, { database, store, secrets, guard, trouble, readiness })
    }).catch(error => {
      if (!(error instanceof Problem)) throw error
      throw new CliProblem(error.message, error.code === 'NOT_FOUND' ? exitCodes.notFound : exitCodes.failed)
    })

const match: Arguments = { ID: { meaning: 'the id that matches list shows' } }

const decider: Options = {
  by: { value: 'NAME', meaning: 'who decides; your user name on this machine unless given' },
  note: { value: 'TEXT', meaning: 'why, kept with the decision' },
}

export const matchesCommand: Command = {
  subcommands: {
    list: {
      summary: 'what waits (open), or was decided',
      options: {
        state: { value: 'STATE', meaning: `${states.join(', ')} or all; open unless given` },
        limit: { value: 'N', meaning: `how many at a time; ${shownAtMost} unless given` },
        after: { value: 'ID', meaning: 'go on after this one' },
      },
      run: onMatches(list),
    },
    show: {
      summary:
        'who was sent, who it may be, the verdict and weight of each field, and what each decision would do',
      arguments: match,
      run: onMatches(show),
    },
    decide: {
      summary: 'say who it is',
      arguments: { ...match, DECISION: { meaning: decisionWords.join(', ') } },
      options: { worker: { value: 'ID', meaning: 'with link: the worker that it is' }, ...decider },
      notes: `link --worker ID  this is that worker: assign them to the agency that sent them, with documents they lack
different         this is somebody else: create them as they were sent, after the usual checks (create is the same)
dismiss           do nothing

Of a pair that a scan found, link notes that the two are one person, and --worker names the one that stays: nothing is
merged, the other one is deleted by a load line once nothing names it. different and dismiss keep a scan from asking
again, unless one of the two becomes known by something else.`,
      examples: ['./muster matches decide 6917… link --worker 65f2… --note "same passport seen"'],
      run: onMatches(decide),
    },
    undo: {
      summary: `take back a decision of the last ${undoMinutes} minutes, if nothing else has changed since`,
      arguments: match,
      options: decider,
      run: onMatches(undo),
    },
    scan: {
      summary: 'look through all stored workers for pairs that may be one person',
      options: {
        restart: { meaning: 'begin again; a scan that was stopped otherwise goes on where it was' },
      },
      run: onMatches(scan),
    },
  },
  notes: `What was sent is forgotten ${undoMinutes} minutes after its decision, or when nobody decides in KEEP_OPEN_MATCHES_DAYS
days (${settingsTable.KEEP_OPEN_MATCHES_DAYS.fallback} unless set).`,
  examples: [
    './muster matches list',
    './muster matches decide 6917… link --worker 65f2… --note "same passport seen"',
    './muster matches undo 6917…',
    './muster matches scan',
  ],
}
