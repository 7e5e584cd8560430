// Mappings of a file that have nothing to read in a load: they are reported, and a snapshot of what they make is refused.
import { badRequest } from '../errors/problem.ts'
import type { Mapping } from './mapping.ts'

type UnusedMappings = readonly Pick<Mapping, 'type' | 'source'>[]

const shown = (idle: UnusedMappings) => idle.map(({ type, source }) => `${type} (${source})`).join(', ')

export const leftOutNote = (idle: UnusedMappings): string[] =>
  idle.length > 0 ? [`Left out, as no file of theirs was given: ${shown(idle)}.`] : []

/** What a snapshot lacks is deleted, so everything that makes records of its types has to be read. Of a source with a * only a
 * folder has all files. */
export function checkSnapshot(
  types: readonly string[],
  read: UnusedMappings,
  idle: UnusedMappings,
  isWhole = false,
): void {
  for (const type of types) {
    if (!read.some(one => one.type === type))
      throw badRequest(
        `A snapshot of ${type}: nothing that the mapping reads here makes any ${type}; every ${type} would be deleted`,
      )
    const missing = idle.filter(one => one.type === type)
    if (missing.length > 0)
      throw badRequest(
        `A snapshot of ${type} has every ${type}, and no file was given for ${shown(missing)}: what comes from there would be deleted. Load all files together with ./muster load --map, or leave the snapshot out`,
      )
    const some = read.filter(one => !isWhole && one.type === type && one.source?.includes('*'))
    if (some.length > 0)
      throw badRequest(
        `A snapshot of ${type} has every ${type}, and ${shown(some)} may read more files than were given: what is in the others would be deleted. Give ./muster load --map the folder that has them all, or leave the snapshot out`,
      )
  }
}
