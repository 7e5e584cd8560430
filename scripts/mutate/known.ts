// Mutants that no test can kill, because they change nothing that anybody could notice: each with its reason.
import { readFileSync } from 'node:fs'
import { identity, type Mutant } from './mutant.ts'

export type Known = { file: string; in: string; was: string; becomes: string; why: string }

export type KnownMutants = {
  has(mutant: Mutant): boolean
  /** Those of these files that no source has any more. */
  gone(files: readonly string[], mutants: readonly Mutant[]): Known[]
}

export function knownMutants(path: string): KnownMutants {
  const known = JSON.parse(readFileSync(path, 'utf8')) as Known[]
  const listed = new Set(known.map(identity))
  return {
    has: mutant => listed.has(identity(mutant)),
    gone: (files, mutants) => {
      const alive = new Set(mutants.map(identity))
      return known.filter(each => files.includes(each.file) && !alive.has(identity(each)))
    },
  }
}
