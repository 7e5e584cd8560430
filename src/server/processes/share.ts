// How many processes a server has, and what each of them gets of what the settings give to all together.
import { availableParallelism } from 'node:os'
import { roomBytes } from '../../http/room.ts'
import type { Settings } from '../../settings/settings.ts'

/** More would want more connections than PostgreSQL usually takes; who wants them says so. */
const mostByItself = 10

/** As many as the settings say, or as there are cores to use: the embedded PostgreSQL needs its share of them. */
export function processesOf(
  { processes, databaseUrl }: Pick<Settings, 'processes' | 'databaseUrl'>,
  cores = availableParallelism(),
): number {
  if (processes !== 'auto') return processes
  const own = databaseUrl === undefined ? Math.floor(cores / 2) : cores
  return Math.max(1, Math.min(own, mostByItself))
}

/** What is bounded for the machine is shared out; connections and places of exports are for each process. */
export function shareOf(settings: Settings, of: number): Settings {
  const { answerMemoryBytes, exports } = settings
  const { memoryBytes, diskBytes } = exports.spills
  return {
    ...settings,
    answerMemoryBytes: Math.floor(answerMemoryBytes / of),
    exports: {
      ...exports,
      spills: {
        // One export may have as much.
        memoryBytes: Math.max(exports.spill.memoryBytes, Math.floor(memoryBytes / of)),
        diskBytes: Math.floor(diskBytes / of),
      },
    },
  }
}

/** Connections of a process that are not for requests or exports: to listen, for what takes long, for locks. */
const otherConnections = 9

/** As many connections as all processes may have at once. */
export const mostConnections = (
  { databaseConnections, exports }: Pick<Settings, 'databaseConnections' | 'exports'>,
  of: number,
): number => of * (databaseConnections + otherConnections + exports.atOnce)

/** The largest body has to fit. */
const leastBodiesBytes = 64 * 1024 * 1024

/** Room for large bodies. */
export const bodyBytes = (of = 1): number => Math.max(leastBodiesBytes, Math.floor(roomBytes / of))

/** Threads that read large bodies. */
export const bodyThreads = (of = 1, cores = availableParallelism()): number =>
  Math.max(1, Math.floor(Math.min(4, cores - 1) / of))
