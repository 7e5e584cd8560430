// `muster jobs`: what comes again and again, such as nightly loads and the backup; what is expected, and what did not come.

import type { Database } from '../../database/database.ts'
import { jobSubject } from '../../operator/audit.ts'
import { everyWords, expectJob, jobs, stopExpecting } from '../../store/writing/jobs.ts'
import { CliProblem, type CommandCall, durationMs, exitCodes, listTable, usageProblem } from '../command.ts'
import { onDatabase } from '../database.ts'
import type { Command } from '../declaration.ts'
import { changeAsSystem, systemUser } from '../operator.ts'

const NAME = { meaning: 'the name that load --job or --mapping gives, or backup' }

/** The exit code says whether one is late, for scripts that watch. */
async function list(call: CommandCall, database: Database): Promise<number> {
  const found = await jobs.rows(database)
  call.output.result(found, () => listTable(jobs, found))
  return found.some(({ isLate }) => isLate) ? exitCodes.partly : exitCodes.ok
}

async function expect(call: CommandCall, database: Database): Promise<undefined> {
  const name = call.argument('NAME')
  const everyMinutes = (durationMs(call.option('every')!) ?? Number.NaN) / 60_000
  if (!Number.isInteger(everyMinutes) || everyMinutes < 15 || everyMinutes > 132_480)
    throw usageProblem('--every takes 15m to 92d, such as 24h')
  await changeAsSystem(database, 'jobs expect', jobSubject, name, db =>
    expectJob(db, { name, everyMinutes, who: systemUser().name }),
  )
  call.output.result({ name, everyMinutes }, () => `${name} is expected ${everyWords(everyMinutes)}.`)
}

async function forget(call: CommandCall, database: Database): Promise<undefined> {
  const name = call.argument('NAME')
  const job = await jobs.find(database, name)
  if (job?.everyMinutes == null) throw new CliProblem(`No job ${name} is expected`, exitCodes.notFound)
  await changeAsSystem(database, 'jobs forget', jobSubject, name, db => stopExpecting(db, name))
  call.output.result({ name }, () => `${name} is expected no longer.`)
}

export const jobsCommand: Command = {
  subcommands: {
    list: {
      summary:
        'all jobs: the last run, the next, and which did not come; the exit code is 3 where one did not',
      run: onDatabase(list),
    },
    expect: {
      summary: 'expect a job so often: where it does not come, Today, the metrics and the log say so',
      arguments: { NAME },
      options: { every: { value: 'TIME', required: true, meaning: 'how often, such as 24h or 7d' } },
      run: onDatabase(expect),
    },
    forget: { summary: 'expect a job no longer', arguments: { NAME }, run: onDatabase(forget) },
  },
  examples: [
    './muster jobs expect timesheets --every 24h',
    './muster jobs expect backup --every 24h',
    './muster jobs list',
  ],
}
