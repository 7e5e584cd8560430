// One `file` line of a load: what the file is called and where its content is to be found.

import { nearestOrAll } from '../errors/nearest.ts'
import { cleanFileName, longestName } from '../formats/file-name.ts'
import { isId } from '../formats/id.ts'
import type { Warning } from '../record-types/rules.ts'
import { InvalidValue } from '../shape/invalid-value.ts'
import { sentence } from '../shape/sentence.ts'

export const fileType = { type: 'file' } as const

type FileSource = { path: string } | { base64: string }

export type FileLine = {
  line: number
  text: string
  type: typeof fileType
  id: string
  file: { fileName: string; contentType: string; source: FileSource }
  /** Where it is kept under another name than the line gives. */
  warning?: Warning
}

export type FileDeletion = { line: number; text: string; type: typeof fileType; id: string; deleted: true }

const known = ['type', 'id', 'fileName', 'contentType', 'path', 'base64', 'deleted']

/** From a parsed line to a file or a deletion; refuses what cannot be right with an InvalidValue. */
export function readFileLine(
  value: Record<string, unknown>,
  text: string,
  line: number,
): FileLine | FileDeletion {
  const extra = Object.keys(value).find(name => !known.includes(name))
  if (extra !== undefined)
    throw new InvalidValue(extra.slice(0, 60), 'is not part of a file line', nearestOrAll(extra, known))
  const { id, deleted } = value
  if (typeof id !== 'string' || !isId(id))
    throw new InvalidValue('id', 'is not an id', 'give 1 to 64 letters, digits, "_" or "-"')
  const start = { line, text, type: fileType, id }
  if (deleted === undefined) return { ...start, ...readFile(value) }
  if (deleted !== true) throw new InvalidValue('deleted', 'must be true', 'leave it out to write the file')
  return { ...start, deleted }
}

function readFile({
  fileName,
  contentType,
  path,
  base64,
}: Record<string, unknown>): Pick<FileLine, 'file' | 'warning'> {
  const type = readContentType(contentType)
  const given = readName(fileName)
  const kept = cleanFileName(given, type)
  const file = { fileName: kept, contentType: type, source: readSource(path, base64) }
  // Composed or not, a character looks the same.
  return kept === given.normalize('NFC') ? { file } : { file, warning: otherName(given, kept) }
}

const otherName = (given: string, kept: string): Warning => ({
  code: 'FILE_NAME',
  path: 'fileName',
  reason: sentence`is "${visible(given)}", and is kept as "${kept}"`,
  hint: sentence`give the name that it is to be downloaded by, such as "${kept}"`,
})

/** With what cannot be seen, and quotes, by their numbers. */
const visible = (name: string) =>
  name.replace(
    /[\p{Cf}\p{Zl}\p{Zp}\ufffd"]/gu,
    character => `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`,
  )

function readName(given: unknown): string {
  const fits =
    typeof given === 'string' && given.length > 0 && given.length <= longestName && given.isWellFormed()
  if (!fits) throw new InvalidValue('fileName', 'is not a file name', `give 1 to ${longestName} characters`)
  if (/\p{Cc}/u.test(given))
    throw new InvalidValue(
      'fileName',
      'has a control character in it',
      'remove line breaks, tabs and the like',
    )
  return given
}

function readContentType(given: unknown): string {
  const pattern = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,62}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,62}$/i
  if (typeof given === 'string' && pattern.test(given)) return given.toLowerCase()
  throw new InvalidValue(
    'contentType',
    'is not a content type',
    'write it like application/pdf, without parameters',
  )
}

function readSource(path: unknown, base64: unknown): FileSource {
  const hint = 'give the content as "path", relative to the load file, or as "base64"'
  if ((path === undefined) === (base64 === undefined))
    throw new InvalidValue('path', 'must be there, or "base64", and not both', hint)
  if (path !== undefined) {
    if (typeof path === 'string' && path !== '' && !path.includes('\0')) return { path }
    throw new InvalidValue('path', 'is not the path of a file', hint)
  }
  if (typeof base64 === 'string' && base64.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(base64))
    return { base64 }
  throw new InvalidValue('base64', 'is not base64', 'use the standard alphabet, padded, without line breaks')
}
