// The `fields` parameter: a comma-separated list of top-level names and dot paths (§2.1, §4.18).
// It only ever takes away, and runs after redaction.

import { orNearestOrAll } from '../../errors/nearest.ts'
import { badRequest } from '../../errors/problem.ts'
import { type Fields, fieldsAt } from '../../shape/fields.ts'
import { Type } from '../../shape/schema.ts'
import { nodeOf, type TSchema } from '../../shape/shape.ts'
import type { Parameter } from '../operation/parameter.ts'

export function fieldsParameter(schema: TSchema): Parameter<Fields> {
  const known = Object.keys(nodeOf(schema).properties ?? {})
  return {
    name: 'fields',
    description: 'Comma-separated top-level fields or dot paths to return; omitted = the whole record',
    schema: Type.String({ minLength: 1, maxLength: 2000 }),
    example: known.slice(0, 2).join(','),
    read: text => readFields(text, known),
  }
}

function readFields(text: string, known: readonly string[]): Fields {
  const entries = text.split(',')
  for (const entry of entries) {
    if (entry === '') throw badRequest('fields has an empty entry; separate names with single commas')
    const names = entry.split('.')
    if (!names.every(name => /^[A-Za-z0-9_]+$/.test(name))) {
      throw badRequest(
        `fields: "${entry.slice(0, 80)}" is not a field; write names or dot paths such as worker.name`,
      )
    }
    if (!known.includes(names[0]!)) {
      const close = orNearestOrAll(names[0]!, known)
      throw badRequest(`fields: there is no field "${names[0]!.slice(0, 80)}"${close}`)
    }
  }
  return fieldsAt(entries)
}
