// `muster matches`: workers that an agency sent and that may be known already, for a person to decide.
import { userInfo } from 'node:os'
import { recordTypes } from '../api/index.ts'
import { openFileStore } from '../files/open-files.ts'
import { Problem } from '../kernel/problem.ts'
import { guardOf } from '../outbound/guard.ts'
import { readSecrets } from '../secret.ts'
import { borrowHome, prepare } from '../store/home.ts'
import { listAttempts } from '../store/match-attempts.ts'
import { createFromAttempt, type Deciding, dismissAttempt, linkAttempt } from '../workers/decisions.ts'
import { standingOf } from '../workers/resealing.ts'
import { type Review, reviewOf, type Shown } from '../workers/reviews.ts'
import { CliProblem, type Command, type CommandCall, exit, table, usage } from './command.ts'

const states = ['open', 'linked', 'created', 'dismissed', 'expired']

export const matchesCommand: Command = {
  name: 'matches',
  summary: 'Review workers that could not be created because they may be known',
  synopsis: 'matches list | show ID | decide ID link|create|dismiss',
  details: `list [--state ${states.join('|')}|all]
                            what waits (open), or was decided
show ID                     who was sent, who it may be, and the score of each field
decide ID link --worker ID  it is that worker: assign it to the agency that sent it
decide ID create            it is somebody else: create it as it was sent, after the usual checks
decide ID dismiss           do nothing

Each decision is kept with --by NAME (who you are on this machine unless given) and --note TEXT.
What nobody decides in 90 days is forgotten.`,
  examples: [
    './muster matches list',
    './muster matches show 6917…',
    './muster matches decide 6917… link --worker 65f2… --note "same passport seen"',
  ],
  options: {
    state: { type: 'string' },
    worker: { type: 'string' },
    by: { type: 'string' },
    note: { type: 'string' },
  },
  run,
}

const actions: Record<string, (call: CommandCall, deciding: Deciding) => Promise<number>> = {
  list,
  show,
  decide,
}

async function run(call: CommandCall): Promise<number> {
  const action = Object.hasOwn(actions, call.arguments[0] ?? '') ? actions[call.arguments[0]!] : undefined
  if (!action) throw usage(`Say what to do: matches ${Object.keys(actions).join(', ')}`)
  const secrets = await readSecrets(call.settings)
  const home = await borrowHome(call.settings, line => call.output.say(line))
  try {
    await prepare(home.database, recordTypes)
    await standingOf(home.database, recordTypes, secrets)
    const store = await openFileStore(call.settings, home.database)
    const guard = guardOf({ loopback: call.settings.webhookLoopback })
    const trouble = (error: unknown, what: string) => call.output.say(`${what}: ${(error as Error).message}`)
    return await action(call, { database: home.database, store, secrets, guard, trouble })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new CliProblem(error.message, error.code === 'NOT_FOUND' ? exit.notFound : exit.failed)
  } finally {
    await home.close()
  }
}

async function list(call: CommandCall, { database }: Deciding): Promise<number> {
  const asked = call.option('state') ?? 'open'
  if (asked !== 'all' && !states.includes(asked))
    throw usage(`--state must be one of ${states.join(', ')}, all`)
  const attempts = await listAttempts(database, asked === 'all' ? states : [asked])
  call.output.result(attempts, () =>
    attempts.length === 0
      ? 'Nothing waits for a decision.'
      : table(
          ['Id', 'Agency', 'State', 'May be', 'Sent', 'First', 'Last'],
          attempts.map(one => [
            one.id,
            one.agencyId,
            one.state,
            `${one.candidates}`,
            `${one.posts}×`,
            one.createdAt,
            one.lastAt,
          ]),
        ),
  )
  return exit.ok
}

function idOf(call: CommandCall): string {
  const id = call.arguments[1]
  if (!id) throw usage('Say which one: the id that matches list shows')
  return id
}

async function show(call: CommandCall, { database, secrets }: Deciding): Promise<number> {
  const review = await reviewOf(database, secrets, idOf(call))
  if (!review) throw new CliProblem('There is no such attempt', exit.notFound)
  call.output.result(review, () => described(review))
  return exit.ok
}

const fields: [keyof Shown, string][] = [
  ['name', 'firstName'],
  ['dob', 'dob'],
  ['email', 'email'],
  ['phone', 'phone'],
  ['code', 'postcode'],
  ['gender', 'gender'],
  ['nationality', 'nationality'],
]

const numbers: Record<string, string> = {
  nationalIns: 'National Insurance number',
  pps: 'PPS number',
  travel: 'passport number or share code',
}

function described({ id, state, agency, sent, candidates, decisions }: Review): string {
  const head = `${id}, ${state}, sent by agency ${agency}`
  const who = sent
    ? [
        `Sent: ${sent.name}, agencyId ${sent.agencyId}, numbers: ${sent.numbers.join(', ') || 'none'}; documents: ${sent.documents.join(', ') || 'none'}`,
      ]
    : []
  const compared = candidates.map(candidate => {
    const { worker, reference = '(gone)', known, total, exact, bits } = candidate
    const rows = fields.map(([field, bit]) => [
      field,
      sent?.[field] ?? '',
      known?.[field] ?? '',
      field === 'name' ? `${bits.firstName ?? ''} / ${bits.lastName ?? ''}` : String(bits[bit] ?? ''),
    ])
    const verdict = exact ? `the same ${numbers[exact] ?? exact}, ${total} bits` : `${total} bits`
    return `${worker} ${reference}: ${verdict}\n${table(['', 'sent', 'known', 'bits'], rows)}`
  })
  const decided = decisions.map(
    ({ decision, worker, by, at, note }) =>
      `${decision}${worker ? ` ${worker}` : ''} by ${by} at ${at}${note ? `: ${note}` : ''}`,
  )
  return [head, ...who, '', ...compared, ...decided].join('\n')
}

async function decide(call: CommandCall, deciding: Deciding): Promise<number> {
  const [, attempt, what] = call.arguments
  const by = call.option('by') ?? userInfo().username
  const note = call.option('note')
  const decision = { attempt: idOf(call), by, ...(note !== undefined && { note }) }
  if (what !== 'link' && call.option('worker') !== undefined)
    throw usage(`--worker is for link; ${what ?? 'this'} takes none`)
  if (what === 'link') {
    const worker = call.option('worker')
    if (!worker) throw usage('Say which worker it is: --worker ID')
    await linkAttempt(deciding, decision, worker)
    call.output.result({ attempt, decision: what, worker }, () => `Assigned worker ${worker} to the agency.`)
  } else if (what === 'create') {
    const made = await createFromAttempt(deciding, decision)
    call.output.result({ attempt, decision: what, ...made }, () => `Created ${made.reference} (${made.id}).`)
  } else if (what === 'dismiss') {
    await dismissAttempt(deciding, decision)
    call.output.result({ attempt, decision: what }, () => 'Dismissed; what was sent is forgotten.')
  } else throw usage('Say what it is: matches decide ID link|create|dismiss')
  return exit.ok
}
