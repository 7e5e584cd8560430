// `muster people scrub`, and `people erase --scrub`: has every table rewritten after erasures, and shows how far it is.
import { recordTypes } from '../../api/index.ts'
import type { Database } from '../../database/database.ts'
import { scrubSubject } from '../../operator/audit.ts'
import { askForScrub, type Scrub } from '../../store/scrub/scrubs.ts'
import { scrubToEnd } from '../../workers/scrubbing.ts'
import { CliProblem, type CommandCall, readableCount, shareBar } from '../command.ts'
import { onDatabase } from '../database.ts'
import type { Subcommand } from '../declaration.ts'
import { changeAsSystem, systemUser } from '../operator.ts'

export const scrubCommand: Subcommand = {
  summary: "rewrite every table, so that nothing of those who were erased is left in PostgreSQL's files",
  options: {
    by: { value: 'NAME', meaning: 'who is noted to have asked for it; your user name unless given' },
  },
  notes: `It lets PostgreSQL's log go as well, and says what it cannot reach. While a table is rewritten, requests for it wait, and
get 503 after DATABASE_TIMEOUT. One scrub is enough for all who were erased before.`,
  run: onDatabase(async (call, database) => {
    await runScrub(call, database, {})
    return undefined
  }),
}

/** The result has what was done `before` it, in the same command. */
export async function runScrub(call: CommandCall, database: Database, before: object): Promise<void> {
  const by = call.option('by') ?? systemUser().name
  await changeAsSystem(database, 'people scrub', scrubSubject, undefined, () => askForScrub(database, by))
  const scrub = await scrubToEnd({
    database,
    types: recordTypes,
    settings: call.settings,
    progress: ({ done, total, step }) =>
      call.output.progress(
        `${shareBar(done / Math.max(1, total))} ${readableCount(done)} of ${readableCount(total)} tables, ${step}`,
      ),
  })
  if (scrub.failed !== undefined)
    throw new CliProblem(
      `Not everything was scrubbed. ${scrub.failed}. People stay erased; repeat: ./muster people scrub`,
    )
  call.output.result({ ...before, scrub }, () => scrubText(scrub))
}

const scrubText = ({ total, unreached, erasedSince }: Scrub): string =>
  [
    `${readableCount(total)} tables are rewritten: nothing of those who were erased before is left in them. It does not reach:`,
    ...(erasedSince > 0
      ? [`- Whoever was erased after it was asked for: ${readableCount(erasedSince)}. Repeat it for them.`]
      : []),
    ...unreached.map(line => `- ${line}`),
  ].join('\n')
