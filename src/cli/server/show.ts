// `muster status`, `muster settings` and `muster openapi`: commands that only show something.
import { operations, recordTypes } from '../../api/index.ts'
import { reachableHome } from '../../database/home.ts'
import { memoryOf, type RunningServer, runningServers, whichServer } from '../../database/servers.ts'
import { orNearestOrAll } from '../../errors/nearest.ts'
import { loadableTypes } from '../../record-types/record-type.ts'
import { describeSettings } from '../../settings/settings.ts'
import { version } from '../../settings/version.ts'
import { type DatabaseFigures, databaseFigures } from '../../store/figures/figures.ts'
import { schemaNumber, schemaState } from '../../store/schema/schema-version.ts'
import { type LoadSource, loadSources } from '../../store/writing/load-sources.ts'
import {
  alignedTable,
  type CommandCall,
  countTexts,
  type Output,
  readableCount,
  usageProblem,
} from '../command.ts'
import type { Command } from '../declaration.ts'

export const statusCommand: Command = {
  examples: ['./muster status', './muster status --json'],
  run,
}

async function run({ settings, output }: CommandCall): Promise<undefined> {
  const home = await reachableHome(settings)
  if (!home) {
    output.result(
      { version, running: false },
      () =>
        `Muster ${version}\nNothing runs on ${settings.data}; ./muster up starts a server there, and --data names another folder.`,
    )
    return
  }
  try {
    const servers = await runningServers(home.database)
    const state = await schemaState(home.database, recordTypes)
    if (state.is !== 'own' && state.is !== 'ahead')
      return await showOther(output, servers, home.embedded, 'why' in state ? state.why : noTables)
    const found = await databaseFigures(home.database, recordTypes)
    const sources = await loadSources.rows(home.database)
    const running = servers.length > 0
    const told = await linesOf(servers)
    output.result(
      { version, running, pid: mainOf(servers[0]), servers, embedded: home.embedded, ...found, sources },
      () => text(told, home.embedded, found, sources),
    )
  } finally {
    await home.close()
  }
}

const noTables = 'It has no tables of Muster yet; ./muster up makes them'

/** What tables of another version hold is for that version to say. */
async function showOther(
  output: Output,
  servers: readonly RunningServer[],
  embedded: boolean,
  why: string,
): Promise<undefined> {
  const running = servers.length > 0
  const told = await linesOf(servers)
  output.result({ version, running, pid: mainOf(servers[0]), servers, embedded, schema: why }, () =>
    [
      `Muster     ${version}`,
      ...ofServers(told),
      ...lines('Database', [`PostgreSQL, ${embedded ? 'embedded' : 'external'}`, why]),
    ].join('\n'),
  )
}

const ofServers = (servers: readonly string[][]) =>
  lines(servers.length > 1 ? 'Servers' : 'Server', servers.flat(), 'not running')

/** The process to stop, where one looks after others. */
const mainOf = (server: RunningServer | undefined) => server?.supervisor ?? server?.pid

/** Each server in a line, and one of several processes in a line for each besides. */
async function linesOf(servers: readonly RunningServer[]): Promise<string[][]> {
  const groups = [...Map.groupBy(servers, whichServer).values()]
  return Promise.all(
    groups.map(async processes => {
      const [first] = processes as [RunningServer]
      const { host, supervisor } = first
      if (supervisor === undefined) return [`running on ${host}, ${shown(first)}`]
      const own = await memoryOf({ host, pid: supervisor })
      const what = readableCount(processes.length)
      const under = `${what} ${processes.length === 1 ? 'process' : 'processes'} under process ${supervisor}`
      return [`running on ${host}, ${under}${megabytes(own)}`, ...processes.map(each => `  ${shown(each)}`)]
    }),
  )
}

function text(
  servers: readonly string[][],
  embedded: boolean,
  found: DatabaseFigures,
  sources: readonly LoadSource[],
): string {
  const records = Object.fromEntries(Object.entries(found.records).filter(([, number]) => number > 0))
  return [
    `Muster     ${version}`,
    ...ofServers(servers),
    `Database   PostgreSQL ${found.postgres}, ${embedded ? 'embedded' : 'external'}, ${readableCount(Math.round(found.bytes / 1024 / 1024))} MB`,
    `Records    ${countTexts(records).join(', ') || 'none yet; ./muster load FILE takes some'}`,
    `Queue      ${queued(found.queue)}`,
    ...lines('Upgrade', found.upgrade ? [underWay(found.upgrade)] : []),
    ...lines('Invalid', found.invalidRecords.map(invalid)),
    ...lines('Sources', sources.map(lastRun)),
  ].join('\n')
}

const lines = (title: string, all: readonly string[], none?: string) =>
  (all.length > 0 || none === undefined ? all : [none]).map(
    (one, index) => (index === 0 ? title : '').padEnd(11) + one,
  )

const shown = ({ pid, version: own, schema, since, connections, ...server }: RunningServer) =>
  `process ${pid}, since ${since.slice(0, 16).replace('T', ' ')} UTC, ${readableCount(connections)} connections${megabytes(server)}${own === version ? '' : `, version ${own}`}${schema === undefined || schema === schemaNumber ? '' : `, schema ${schema}`}`

const megabytes = ({ memoryBytes }: Pick<RunningServer, 'memoryBytes'>) =>
  memoryBytes === undefined ? '' : `, ${readableCount(Math.round(memoryBytes / 1024 / 1024))} MB`

const underWay = ({ version: to, schema, since }: NonNullable<DatabaseFigures['upgrade']>) =>
  `to version ${to} (schema ${schema}), since ${since.slice(0, 16).replace('T', ' ')} UTC: what is new stays closed until the servers of the older version have stopped`

const invalid = ({ type, count: many, first: [one] }: DatabaseFigures['invalidRecords'][number]) =>
  `${readableCount(many)} ${type} ${many === 1 ? 'does' : 'do'} not fit what is declared now, such as ${one!.id} (${one!.path} ${one!.reason}); load them again`

function lastRun({ name, began, ended, succeeded, rows, rejected, sinceColumn, mark }: LoadSource): string {
  const upTo = sinceColumn === undefined ? '' : `, read up to ${sinceColumn} ${mark ?? '(not yet)'}`
  const last = `${succeeded}, ${readableCount(rows)} rows, ${readableCount(rejected)} rejected${upTo}`
  if (ended !== undefined) return `${name}: ${last}`
  return `${name}: began ${began} and has not ended${succeeded === undefined ? '' : `; before that ${last}`}`
}

function queued({ renames, rows, deliveries, checks }: DatabaseFigures['queue']): string {
  const parts = [
    ...(renames > 0 ? [`${readableCount(renames)} renames, ${readableCount(rows)} records to follow`] : []),
    ...(deliveries > 0 ? [`${readableCount(deliveries)} webhooks to deliver`] : []),
    ...(checks > 0 ? [`${readableCount(checks)} billing checks to work out`] : []),
  ]
  return parts.join(', ') || 'empty'
}

export const settingsCommand: Command = {
  examples: ['./muster settings', './muster settings --json'],
  async run({ output, terminal, option }) {
    const data = option('data')
    const rows = describeSettings({ ...terminal.env, ...(data !== undefined && { MUSTER_DATA: data }) })
    output.result(rows, () =>
      alignedTable(
        ['Setting', 'Value', 'Meaning'],
        rows.map(row => [row.name, row.value === '' ? '(empty)' : row.value, row.meaning]),
      ),
    )
  },
}

export const openApiCommand: Command = {
  notes: 'A running server has the same at /api/open/v1/openapi.json.',
  examples: ['./muster openapi > openapi.json'],
  async run({ terminal }) {
    const [{ events }, { openApiDocument }] = await Promise.all([
      import('../../api/events.ts'),
      import('../../describe/openapi.ts'),
    ])
    terminal.stdout.write(`${JSON.stringify(openApiDocument(operations, events), null, 1)}\n`)
  },
}

export const schemaCommand: Command = {
  arguments: { TYPE: { optional: true, meaning: 'a type of record; all of them unless given' } },
  notes:
    'For one type or for all: the meaning of each property, whether it is\nrequired, and what it takes. contract/load.schema.json is the same.',
  examples: ['./muster schema timesheet', './muster schema > load.schema.json'],
  async run({ terminal, arguments: [type] }) {
    const { loadSchema } = await import('../../describe/load-schema.ts')
    const known = loadableTypes(recordTypes).map(one => one.type)
    if (type !== undefined && !known.includes(type))
      throw usageProblem(`"${type}" is not a type of record${orNearestOrAll(type, known)}`)
    const types = recordTypes.filter(one => type === undefined || one.type === type)
    terminal.stdout.write(`${JSON.stringify(loadSchema(types), null, 1)}\n`)
  },
}
