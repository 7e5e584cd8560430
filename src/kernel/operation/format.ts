// How a whole list is asked for in one answer, in one of the formats: by `format`, or else by the Accept header.

import { badRequest } from '../../errors/problem.ts'
import type { ExportFormat } from '../../tables/export-format.ts'
import { exportFormats } from '../../tables/export-formats.ts'
import { type AllowedValues, choiceParameter, type Parameter } from './parameter.ts'

const tables = exportFormats.filter(({ isTable }) => isTable).map(({ name }) => name)
const askedForTables = tables.map(name => `format=${name}`).join(' or ')

/** What an export is asked for with. An assistant has no use for one, so these are parameters over HTTP alone. */
export const exportParameters = (lists: AllowedValues | undefined): Parameter[] => [
  {
    ...choiceParameter(
      'format',
      exportFormats.map(({ name }) => name),
      'Gives every matching record in one answer in this format; the Accept header may ask for it instead',
    ),
    httpOnly: true,
  },
  ...(lists
    ? [
        {
          ...choiceParameter(
            'explode',
            lists,
            `With format=${tables.join(' or ')}: a row for each item of this list, repeating the fields of its record`,
          ),
          httpOnly: true as const,
        },
      ]
    : []),
]

export const isExportable = (parameters: readonly Parameter[]): boolean =>
  parameters.some(({ name }) => name === 'format')

/** The format that a request is for; undefined for a page of JSON. */
export function formatOf(
  { exportable }: { exportable: boolean },
  query: Readonly<Record<string, unknown>>,
  accept: string | undefined,
): ExportFormat | undefined {
  if (!exportable) return undefined
  const format =
    query.format === undefined
      ? acceptedFormat(accept)
      : exportFormats.find(({ name }) => name === query.format)
  if (!format && query.explode !== undefined)
    throw badRequest(`explode is for exports; give ${askedForTables} with it`)
  if (format && !format.isTable && query.explode !== undefined)
    throw badRequest(`explode makes rows of lists; use it with ${askedForTables}`)
  const paged = format && ['page', 'limit'].find(name => name in query)
  if (paged)
    throw badRequest(`${paged} does not go with an export, which has every record; leave out ${paged}`)
  return format
}

/** Of the media types that are named, the one that is wanted most; what else would do is answered with JSON. */
function acceptedFormat(accept = ''): ExportFormat | undefined {
  let best: { format: ExportFormat | undefined; weight: number } = { format: undefined, weight: 0 }
  for (const entry of accept.toLowerCase().split(',')) {
    const [type, ...parameters] = entry.split(';').map(piece => piece.trim())
    const format = exportFormats.find(({ mediaType }) => mediaType === type)
    if (!format && type !== 'application/json') continue
    const weight = weightIn(parameters)
    if (weight > best.weight) best = { format, weight }
  }
  return best.format
}

/** The weight that an entry of such a header has. */
export function weightIn(parameters: readonly string[]): number {
  const text = parameters.find(piece => piece.startsWith('q='))?.slice(2)
  const weight = text === undefined ? 1 : Number(text)
  return weight >= 0 && weight <= 1 ? weight : 0
}
