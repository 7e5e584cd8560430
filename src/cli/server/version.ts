// `muster version`: what this installation is, what runs, and whether the data is of this version; it changes nothing.
import { readdir } from 'node:fs/promises'
import { recordTypes } from '../../api/index.ts'
import { borrowHome, type Home, reachableHome } from '../../database/home.ts'
import { runningServers } from '../../database/servers.ts'
import { isRelease, version } from '../../settings/version.ts'
import { type SchemaState, schemaNumber, schemaState } from '../../store/schema/schema-version.ts'
import type { CommandCall } from '../command.ts'
import type { Command } from '../declaration.ts'

export const versionCommand: Command = {
  notes:
    'A database in the data folder that does not run is started for a moment. An older server or command is refused by what a newer\none has upgraded, and a newer command by what was not upgraded yet: docs/operating.md.',
  examples: ['./muster version', './muster version --json'],
  run,
}

async function run({ settings, output }: CommandCall): Promise<undefined> {
  const home = await homeIfAny(settings, output.say)
  try {
    const servers = home ? await runningServers(home.database) : []
    const state: SchemaState = home ? await schemaState(home.database, recordTypes) : { is: 'none' }
    const place = settings.databaseUrl ? 'DATABASE_URL' : settings.data
    const runs = servers.map(server => `${server.version} on ${server.host}, process ${server.pid}`)
    output.result(
      {
        version,
        released: isRelease,
        node: process.versions.node,
        schema: schemaNumber,
        data: place,
        state,
        servers,
      },
      () =>
        [
          `Muster     ${version}, ${isRelease ? 'a release' : 'a checkout'}, schema ${schemaNumber}, on Node ${process.versions.node}`,
          `Running    ${runs.join('; ') || 'nothing'}`,
          `Data       ${place}: ${sentence(state)}`,
        ].join('\n'),
    )
  } finally {
    await home?.close()
  }
}

/** Nothing is made where there is nothing yet. */
async function homeIfAny(
  settings: CommandCall['settings'],
  say: (line: string) => void,
): Promise<Home | undefined> {
  const reachable = await reachableHome(settings)
  if (reachable) return reachable
  const names = await readdir(settings.data).catch(() => [])
  return names.some(name => /^postgres-\d+$/.test(name)) ? borrowHome(settings, say) : undefined
}

const sentence = (state: SchemaState) =>
  'why' in state
    ? state.why
    : {
        own: 'of this version',
        ahead: 'being upgraded to this version, beside servers of an older one',
        none: 'nothing of Muster yet',
      }[state.is]
