// `muster status`: what runs, what it holds and what waits.
import { recordTypes } from '../api/index.ts'
import { reachableHome, serverPid } from '../store/engine/home.ts'
import { type Figures, figures } from '../store/figures/figures.ts'
import { version } from '../version.ts'
import { type Command, type CommandCall, count, exit } from './command.ts'

export const statusCommand: Command = {
  synopsis: 'status [--data FOLDER]',
  examples: ['./muster status', './muster status --json'],
  run,
}

async function run({ settings, output }: CommandCall): Promise<number> {
  const home = await reachableHome(settings)
  if (!home) {
    output.result(
      { version, running: false },
      () => `Muster ${version}\nNothing runs on this data folder; ./muster up starts a server.`,
    )
    return exit.ok
  }
  try {
    const pid = await serverPid(home.database)
    const found = await figures(home.database, recordTypes)
    const server = pid
      ? `running, process ${pid}`
      : home.embedded
        ? 'not running'
        : 'not known: the database is external'
    output.result({ version, running: pid !== undefined, pid, embedded: home.embedded, ...found }, () =>
      text(server, home.embedded, found),
    )
    return exit.ok
  } finally {
    await home.close()
  }
}

function text(server: string, embedded: boolean, found: Figures): string {
  const records = Object.entries(found.records).filter(([, number]) => number > 0)
  return [
    `Muster     ${version}`,
    `Server     ${server}`,
    `Database   PostgreSQL ${found.postgres}, ${embedded ? 'embedded' : 'external'}, ${count(Math.round(found.bytes / 1024 / 1024))} MB`,
    `Records    ${records.map(([type, number]) => `${count(number)} ${type}`).join(', ') || 'none yet; ./muster load FILE takes some'}`,
    `Queue      ${queued(found.queue)}`,
  ].join('\n')
}

function queued({ renames, rows, deliveries }: Figures['queue']): string {
  const parts = [
    ...(renames > 0 ? [`${count(renames)} renames, ${count(rows)} records to follow`] : []),
    ...(deliveries > 0 ? [`${count(deliveries)} webhooks to deliver`] : []),
  ]
  return parts.join(', ') || 'empty'
}
