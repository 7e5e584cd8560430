// A list that is part of the program: paged and cut down like every other, the same for every key.

import { fold } from '../../formats/fold.ts'
import { list, type TSchema } from '../../shape/shape.ts'
import { type Fields, fieldsParameter, project } from '../query/fields.ts'
import { pageOf, pageParameters } from '../query/paging.ts'
import { listOfValues } from './answer.ts'
import { type Operation, operation } from './operation.ts'
import { words } from './parameter.ts'

export type FixedList = {
  path: string
  noun: string
  tool: string
  summary: string
  record: TSchema
  rows: readonly { name: string }[]
}

export function fixedList({ path, noun, tool, summary, record, rows }: FixedList): Operation {
  return operation({
    method: 'GET',
    path,
    tool,
    summary,
    parameters: [...pageParameters, words('query', 'Searches name'), fieldsParameter(record)],
    answers: list(record),
    shape: 'list',
    noun,
    run: async ({ query }) => {
      const { page, limit, offset } = pageOf(query)
      const wanted = query.query === undefined ? '' : fold((query.query as string).trim())
      const found = rows.filter(row => fold(row.name).includes(wanted))
      const shown = found.slice(offset, offset + limit)
      const fields = query.fields as Fields | undefined
      const data = fields ? shown.map(row => project(row, fields)) : shown
      return listOfValues(data, { page, limit, total: found.length })
    },
  })
}
