// People over the operator's interface: finding them, everything held on one worker, erasing it, and scrubbing after that.
import { Type } from '../shape/schema.ts'
import { flag, orNull, record } from '../shape/shape.ts'
import { askForScrub, lastScrub, ScrubState } from '../store/scrub/scrubs.ts'
import { ErasureReport, erasePerson } from '../workers/erasure.ts'
import { findPeople, PeopleSearchResult, searchedTables } from '../workers/find-people.ts'
import { requireMatchable } from '../workers/matches.ts'
import { exportPerson, PersonExport } from '../workers/person-export.ts'
import { personSubject, scrubSubject, searchSubject } from './audit.ts'
import { operatorOperation } from './operation.ts'

export const peopleOperations = [
  operatorOperation('POST', '/people/find', {
    summary:
      'Who is held under a name (nearly right, in any order), an e-mail, a telephone number, a reference, an id, the number of a document or an identity number, which are compared and not shown. The audit keeps what it was compared with and not the text; those found are noted as read',
    for: 'operate',
    changes: searchSubject,
    body: record({ text: Type.String({ minLength: 1, maxLength: 200 }) }),
    answers: PeopleSearchResult,
    run: async ({ body, operator, database, readiness, deciding: { secrets } }) => {
      await readiness.refresh()
      requireMatchable(readiness, ...searchedTables)
      return findPeople({ database, secrets }, body.text, operator.id)
    },
  }),
  operatorOperation('GET', '/people/{id}', {
    summary:
      'Everything that is held on a worker, with identity numbers open; that it was read is noted. Files are named: ./muster people export has them too',
    for: 'operate',
    answers: PersonExport,
    run: async ({ path, operator, database, types, deciding: { secrets } }) =>
      (await exportPerson({ database, types, secrets }, path.id, operator.id)).person,
  }),
  operatorOperation('POST', '/people/{id}/erase', {
    summary:
      'Erase a worker everywhere; with dryRun true, say what would go. It cannot be undone, and to repeat it does no harm',
    for: 'own',
    changes: personSubject,
    body: record({ dryRun: flag }),
    answers: ErasureReport,
    run: async ({ path, body, operator, database, types, deciding: { store, secrets } }) =>
      erasePerson({ database, types, store, secrets }, path.id, { by: operator.id, dryRun: body.dryRun }),
  }),
  operatorOperation('POST', '/people/scrub', {
    summary:
      'Rewrite every table, so that nothing of those who were erased is left in PostgreSQL’s files; a server does it from here on. While a table is rewritten, requests for it wait',
    for: 'own',
    changes: scrubSubject,
    answers: ScrubState,
    run: async ({ operator, database }) => askForScrub(database, operator.name),
  }),
  operatorOperation('GET', '/people/scrub', {
    summary:
      'How far the scrub is, or how the last one ended and what it could not reach; null where there was none',
    for: 'operate',
    answers: orNull(ScrubState),
    run: async ({ database }) => (await lastScrub(database)) ?? null,
  }),
]
