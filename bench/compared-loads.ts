// What something costs a load: the same lines into databases that have it and databases that do not, by turns.
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recordTypes } from '../src/api/index.ts'
import type { Database } from '../src/database/database.ts'
import { borrowHome } from '../src/database/home.ts'
import type { RecordType } from '../src/record-types/record-type.ts'
import { prepareDatabase } from '../src/store/schema/prepare.ts'
import { type Loaded, timed } from './loading.ts'
import { writeProgramme } from './programme.ts'
import { progress, table } from './table.ts'

export type Without = {
  /** The types whose lines are measured; those after the last of them are not loaded. */
  measured: readonly string[]
  /** Takes away from a new database what is measured. */
  prepare?(database: Database): Promise<unknown>
  /** The types to load with, where it is theirs. */
  types?: readonly RecordType[]
}

/** What it may cost a load at most to note whose findings and clearances it touches. */
const mostForNoting = 0.05

const allLines = 'all lines'
/** Of fewer lines two runs differ by more than that. */
const leastLines = 5000

/** Prints what noting that costs these types, and all lines together. Gives back which cost more than they may. */
export async function dearNotes(timesheets: number, measured: readonly string[]): Promise<string[]> {
  const types = recordTypes.map(({ rechecks: _, ...type }) => type)
  const more = await compareLoads(timesheets, { measured, types })
  return [...more]
    .filter(([, { lines, share }]) => lines >= leastLines && share > mostForNoting)
    .map(([name, { share }]) => `a load, ${name}: ${(share * 100).toFixed(1)} % more, wanted at most 5 %`)
}

type More = { lines: number; share: number }

/** Prints a table of each type that is measured and of all lines, and gives back the share that having it costs besides. The first
 * load is not counted: in it the process warms up. */
export async function compareLoads(
  timesheets: number,
  { measured, types = recordTypes, ...without }: Without,
): Promise<Map<string, More>> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-bench-load-'))
  const loads = new Map<string, Compared>()
  try {
    progress(`Writing ${timesheets} timesheets to a file`)
    const paths = [...(await writeProgramme(folder, timesheets))]
    const last = Math.max(...measured.map(type => paths.findIndex(([one]) => one === type)))
    for (const how of ['warm', 'kept', 'bare', 'bare', 'kept'] as const) {
      const data = join(folder, 'data')
      const home = await borrowHome({ databaseUrl: undefined, data, databaseConnections: 4 }, progress)
      try {
        await prepareDatabase(home.database, recordTypes)
        if (how === 'bare') await without.prepare?.(home.database)
        for (const [type, path] of paths.slice(0, last + 1)) {
          const used = how === 'bare' ? types : recordTypes
          const loaded = await timed(home.database, createReadStream(path), join(data, 'files'), progress, {
            types: used,
          })
          if (how === 'warm') continue
          const both = loads.get(type) ?? { kept: [], bare: [] }
          both[how].push(loaded)
          loads.set(type, both)
        }
      } finally {
        await home.close()
        await rm(data, { recursive: true, force: true })
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  loads.set(allLines, { kept: together(loads, 'kept'), bare: together(loads, 'bare') })
  return new Map([...measured, allLines].map(name => [name, show(name, loads.get(name)!)]))
}

type Costs = Pick<Loaded, 'lines' | 'ownMicros' | 'postgresMicros'>
type Compared = Record<'kept' | 'bare', Costs[]>

/** What a line costs in each round, whatever its type. */
function together(loads: ReadonlyMap<string, Compared>, how: 'kept' | 'bare'): Costs[] {
  const ofTypes = [...loads.values()].map(each => each[how])
  return ofTypes[0]!.map((_, round) => {
    const all = ofTypes.map(rounds => rounds[round]!)
    const lines = all.reduce((sum, one) => sum + one.lines, 0)
    const mean = (of: (one: Costs) => number) =>
      all.reduce((sum, one) => sum + of(one) * one.lines, 0) / lines
    return { lines, ownMicros: mean(one => one.ownMicros), postgresMicros: mean(one => one.postgresMicros) }
  })
}

function show(type: string, { kept, bare }: Compared): More {
  const mean = (loaded: readonly Costs[], of: (one: Costs) => number) =>
    loaded.reduce((sum, one) => sum + of(one), 0) / loaded.length
  const more = (of: (one: Costs) => number) => mean(kept, of) / mean(bare, of) - 1
  const row = (name: string, of: (one: Costs) => number) => [
    name,
    mean(bare, of).toFixed(0),
    mean(kept, of).toFixed(0),
    `${(more(of) * 100).toFixed(1)} %`,
  ]
  const both = (one: Costs) => one.ownMicros + one.postgresMicros
  process.stdout.write(`\n${type}, ${kept[0]!.lines} lines, processor microseconds a line\n`)
  table(
    ['', 'without', 'with', 'more'],
    [
      row('the loader', one => one.ownMicros),
      row('PostgreSQL', one => one.postgresMicros),
      row('both', both),
    ],
  )
  return { lines: kept[0]!.lines, share: more(both) }
}
