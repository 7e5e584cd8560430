// `muster audit`: who read a person's record, and when; for questions of data protection.
import { recordTypes } from '../api/index.ts'
import { settingsTable } from '../settings.ts'
import { borrowHome, prepare } from '../store/engine/home.ts'
import { commandLine, readingsOf } from '../store/keys/ledger.ts'
import { type Command, type CommandCall, exit, table, usage } from './command.ts'

const kinds = ['worker']

export const auditCommand: Command = {
  synopsis: 'audit worker ID',
  details: `ID is the worker's id or nanoid. Readings and decisions are kept KEEP_LEDGER_DAYS days (${settingsTable.KEEP_LEDGER_DAYS.fallback} unless set), also of\nworkers that are gone; of those the operator made, the key is the operator token, or the command line.`,
  examples: ['./muster audit worker 65f2…', './muster audit worker 65f2… --json'],
  run,
}

async function run(call: CommandCall): Promise<number> {
  const [kind, id] = call.arguments
  if (!kind || !kinds.includes(kind) || !id) throw usage('Say whose record: audit worker ID')
  const home = await borrowHome(call.settings, line => call.output.say(line))
  try {
    await prepare(home.database, recordTypes)
    const readings = await readingsOf(home.database, kind, id)
    call.output.result(readings, () =>
      readings.length === 0
        ? `Nobody has read ${kind} ${id} by itself in the last ${call.settings.keep.ledgerDays} days.`
        : table(
            ['When', 'Key', 'Name', 'Of', 'Operation'],
            readings.map(line => [
              line.at,
              line.keyId,
              line.keyName ?? (line.keyId === commandLine ? '' : '(gone)'),
              line.owner ?? '',
              line.operation,
            ]),
          ),
    )
    return exit.ok
  } finally {
    await home.close()
  }
}
