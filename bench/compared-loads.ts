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

/** Prints what noting that costs these types. Gives back which cost more than they may. */
export async function dearNotes(timesheets: number, measured: readonly string[]): Promise<string[]> {
  const types = recordTypes.map(({ rechecks: _, ...type }) => type)
  const more = await compareLoads(timesheets, { measured, types })
  return [...more]
    .filter(([, share]) => share > mostForNoting)
    .map(([type, share]) => `a load of ${type}: ${(share * 100).toFixed(1)} % more, wanted at most 5 %`)
}

/** Prints a table of each type that is measured, and gives back the share that having it costs besides. */
export async function compareLoads(
  timesheets: number,
  { measured, types = recordTypes, ...without }: Without,
): Promise<Map<string, number>> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-bench-load-'))
  const loads = new Map<string, Record<'kept' | 'bare', Loaded[]>>()
  try {
    progress(`Writing ${timesheets} timesheets to a file`)
    const paths = [...(await writeProgramme(folder, timesheets))]
    const last = Math.max(...measured.map(type => paths.findIndex(([one]) => one === type)))
    for (const how of ['kept', 'bare', 'bare', 'kept'] as const) {
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
  return new Map(measured.map(type => [type, show(type, loads.get(type)!)]))
}

function show(type: string, { kept, bare }: Record<'kept' | 'bare', Loaded[]>): number {
  const mean = (loaded: readonly Loaded[], of: (one: Loaded) => number) =>
    loaded.reduce((sum, one) => sum + of(one), 0) / loaded.length
  const more = (of: (one: Loaded) => number) => mean(kept, of) / mean(bare, of) - 1
  const row = (name: string, of: (one: Loaded) => number) => [
    name,
    mean(bare, of).toFixed(0),
    mean(kept, of).toFixed(0),
    `${(more(of) * 100).toFixed(1)} %`,
  ]
  const both = (one: Loaded) => one.ownMicros + one.postgresMicros
  process.stdout.write(`\n${type}, ${kept[0]!.lines} lines, processor microseconds a line\n`)
  table(
    ['', 'without', 'with', 'more'],
    [
      row('the loader', one => one.ownMicros),
      row('PostgreSQL', one => one.postgresMicros),
      row('both', both),
    ],
  )
  return more(both)
}
