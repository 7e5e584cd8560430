// The single-record operation of a collection: found by id or nanoid within reach, or not at all.

import { redaction } from '../../access/redact.ts'
import { notFound } from '../../problem.ts'
import { published } from '../../shape/shape.ts'
import { data, recordOf, singleRow, type View } from '../operation/answer.ts'
import { type Context, type Input, type Operation, operation } from '../operation/operation.ts'
import type { Row } from '../query/plan.ts'
import { asked, featureOf, partParameters, partsOn, requireFeatures, viewFor } from '../query/view.ts'
import { callersOf, type Declared, lasts, listParts } from './declaration.ts'
import type { RecordType } from './record-type.ts'

export function getOperation(declared: Declared, stored: RecordType): Operation {
  const { noun, tools, record, badId, scope, audited } = declared
  const hidden = redaction(record, stored.owners?.connectedTo)
  const possible = partsOn(declared, 'get')
  const lists = listParts(declared)
  const callers = callersOf(declared, 'get')
  const run = async ({ path, query }: Input, context: Context) => {
    const { caller, world, reach } = context
    const parts = asked(possible, query)
    const view = withComputed({ ...viewFor(caller, hidden, parts), lists }, declared, world.now)
    const row = await world.records.one({
      type: stored.type,
      reach: reach(declared.owners),
      id: path.id!,
      parts: view.parts,
      viewer: view.viewer,
    })
    if (!row) throw notFound(noun)
    if (parts.some(part => part.feature)) requireFeatures(parts, caller, [companyOf(row)])
    if (!declared.enrich) return singleRow(row, view)
    const value = recordOf(row, view)
    await declared.enrich([value], context)
    return data(value)
  }
  return operation({
    method: 'GET',
    path: `${declared.path}/{id}`,
    tool: tools.get!,
    summary: `Get one ${noun} by its id or nanoid`,
    ...(scope && { scope }),
    ...(callers && { callers }),
    parameters: partParameters(possible),
    answers: published(record),
    badId: badId ?? 404,
    reads: stored.type,
    lasting: lasts(declared, 'get'),
    ...(audited && { audited }),
    noun,
    ...featureOf(possible),
    run,
  })
}

const companyOf = (row: Row): string => JSON.parse(row.text.toString()).company.id

function withComputed(view: View, { computed }: Declared, now: () => Date): View {
  if (!computed) return view
  return {
    ...view,
    amend(record) {
      view.amend?.(record)
      computed(record, now())
    },
  }
}
