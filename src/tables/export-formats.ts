// The formats in which lists are exported; one more is a file beside these and a word here.
import { csv } from './csv-format.ts'
import type { ExportFormat } from './export-format.ts'
import { ndjson } from './ndjson-format.ts'
import { xlsx } from './xlsx-format.ts'

export const exportFormats: readonly ExportFormat[] = [ndjson, csv, xlsx]
