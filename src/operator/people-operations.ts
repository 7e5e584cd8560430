// People over the operator's interface: everything held on one worker, and erasing it.
import { anything, flag, integer, list, mapOf, maybe, record, text } from '../shape/shape.ts'
import { ErasureReport, erasePerson } from '../workers/erasure.ts'
import { exportPerson } from '../workers/person-export.ts'
import { operatorOperation } from './operation.ts'
import { personSubject } from './subjects.ts'

const values = mapOf(anything)

export const peopleOperations = [
  operatorOperation('GET', '/people/{id}', {
    summary:
      'Everything that is held on a worker, with identity numbers open; that it was read is noted. Files are named: ./muster people export has them too',
    for: 'operate',
    answers: record({
      worker: record({ id: text, record: maybe(values), facts: maybe(values), erasedAt: maybe(text) }),
      records: list(record({ type: text, id: text, record: values, facts: values })),
      files: list(record({ id: text, fileName: text, contentType: text, size: integer })),
      attempts: list(values),
      decisions: list(values),
      answers: list(values),
      readings: list(values),
      deliveries: list(values),
    }),
    run: async ({ path, operator }, { database, types, deciding: { secrets } }) =>
      (await exportPerson({ database, types, secrets }, path.id!, operator.id)).person,
  }),
  operatorOperation('POST', '/people/{id}/erase', {
    summary:
      'Erase a worker everywhere; with dryRun true, say what would go. It cannot be undone, and to repeat it does no harm',
    for: 'own',
    changes: personSubject,
    body: record({ dryRun: flag }),
    answers: ErasureReport,
    run: async ({ path, body, operator }, { database, types, deciding: { store, secrets } }) =>
      erasePerson({ database, types, store, secrets }, path.id!, { by: operator.id, dryRun: body.dryRun }),
  }),
]
