// Checks that the declarations fit together, so that what was forgotten is named at the start and not at a request.

import type { RecordType } from '../../record-types/record-type.ts'
import type { Operation } from '../operation/operation.ts'

export type Assembly = {
  operations: readonly Operation[]
  recordTypes: readonly RecordType[]
  scopes: readonly string[]
}

export function checkAssembly({ operations, recordTypes, scopes }: Assembly): void {
  const types = new Set(recordTypes.map(type => type.type))
  const problems = [
    ...twice(recordTypes.map(type => type.type)).map(type => `the record type ${type} is listed twice`),
    ...twice(operations.map(({ method, path }) => `${method} ${path}`)).map(one => `${one} is listed twice`),
    ...operations.flatMap(({ path, scope }) =>
      scope && !scopes.includes(scope)
        ? [`${path} needs the scope ${scope}: add it to src/api/scopes.ts`]
        : [],
    ),
    ...operations.flatMap(({ path, reads }) =>
      reads && !types.has(reads)
        ? [`${path} reads ${reads}: add its \`stored\` to recordTypes in src/api/index.ts`]
        : [],
    ),
    ...operations.flatMap(({ path, reads, byIds }) =>
      reads && !byIds ? [`${path} reads ${reads}: give it byIds, so that changes can bring its records`] : [],
    ),
    ...recordTypes.flatMap(type => strangers(type, types)),
  ]
  if (problems.length > 0) throw new Error(`The declarations do not fit together: ${problems.join('; ')}`)
}

const twice = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index)

/** Types that a record type names and nobody declares. */
function strangers(type: RecordType, types: ReadonlySet<string>): string[] {
  const named = [
    ...type.mentions.map(({ path, type }) => [path, type] as const),
    ...type.derivations.map(({ by, type }) => [by.join(), type] as const),
    ...Object.entries(type.counts).map(([name, count]) => [name, count.type] as const),
  ]
  return named
    .filter(([, name]) => name !== 'file' && !types.has(name))
    .map(([path, name]) => `${type.type}.${path} names ${name}, which is not listed`)
}
