// The formats in which lists are exported; one more is a file beside these and a word here.
import { csv } from './csv-format.ts'
import type { ExportFormat } from './export-format.ts'
import { ndjson } from './ndjson-format.ts'
import { xlsx } from './xlsx-format.ts'

export const exportFormats: readonly ExportFormat[] = distinctFormats([ndjson, csv, xlsx])

/** A format is asked for by its name or by its media type, so no two may share either. */
export function distinctFormats(formats: readonly ExportFormat[]): readonly ExportFormat[] {
  for (const [at, { name, mediaType }] of formats.entries()) {
    const before = formats.slice(0, at)
    if (before.some(other => other.name === name)) throw new Error(`Two export formats are called ${name}`)
    const other = before.find(one => one.mediaType === mediaType)
    if (other) throw new Error(`The export formats ${other.name} and ${name} both have the type ${mediaType}`)
  }
  return formats
}
