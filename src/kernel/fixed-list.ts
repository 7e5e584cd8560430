// A list that is part of the program: paged and cut down like every other, the same for every key.
import { listOfValues } from './answer.ts'
import { type Fields, fieldsParameter, project } from './fields.ts'
import { fold } from './fold.ts'
import { type Operation, operation } from './operation.ts'
import { pageOf, pageParameters } from './paging.ts'
import { words } from './parameter.ts'
import { list, type TSchema } from './shape.ts'

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
