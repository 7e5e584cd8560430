// The single-record operation of a collection: found by id or nanoid within reach, or not at all.

import { connectedCompany, schemaRedaction } from '../../access/redact.ts'
import { notFound } from '../../errors/problem.ts'
import type { RecordType } from '../../record-types/record-type.ts'
import { recordOf, singleAnswer, singleRow } from '../operation/answer.ts'
import { type Operation, operation } from '../operation/operation.ts'
import type { Row } from '../query/plan.ts'
import { featureOf, partParameters, partsOn, requireFeatures, viewsOf, wantedParts } from '../query/view.ts'
import { recordsByIds } from './by-ids.ts'
import type { CollectionDeclaration } from './declaration.ts'

export function getOperation(declared: CollectionDeclaration, recordType: RecordType): Operation {
  const { type, owners: stored } = recordType
  const {
    noun,
    owners,
    record,
    scope,
    callers,
    reading: { badId = 404, audited, get: enrich } = {},
  } = declared
  const view = viewsOf(declared, schemaRedaction(record, stored?.connectedTo))
  const possible = partsOn(declared, 'get')
  return operation({
    method: 'GET',
    path: `${declared.path}/{id}`,
    name: declared.operations.get!,
    summary: `Get one ${noun} by its id or nanoid`,
    brief: `Get one ${noun}`,
    ...(scope && { scope }),
    ...(callers && { callers }),
    parameters: partParameters(possible, record),
    answers: record,
    badId,
    reads: type,
    cacheable: owners !== 'everyone' && !owners.needs && !enrich,
    ...(recordType.computed && { followed: false }),
    ...(audited && { audited }),
    noun,
    ...featureOf(possible),
    byIds: recordsByIds(declared, recordType, 'get'),
    run: async ({ path, query }, context) => {
      const { caller, world, reach } = context
      const parts = wantedParts(possible, query)
      const seen = view(caller, parts)
      const plan = {
        type,
        reach: reach(owners),
        id: path.id!,
        parts: seen.parts,
        viewer: seen.viewer,
        cut: true,
      }
      const row = await world.records.one(plan)
      if (!row) throw notFound(noun)
      if (parts.some(part => part.feature))
        requireFeatures(parts, caller, [companyOf(row, stored?.connectedTo)])
      if (!enrich) return singleRow(row, seen)
      const value = recordOf(row, seen)
      await enrich([value], context)
      return singleAnswer(value)
    },
  })
}

/** Parts with a feature are declared only where records say whose they are (walls.ts). */
const companyOf = ({ text }: Row, connectedTo: string | undefined): string =>
  connectedCompany(JSON.parse(text.toString()), connectedTo)!
