// From the bytes of a body to its value, long texts read as files and put aside unless they are to stay. Runs in a
// thread for large bodies, so it gives back plain data: in the value, each long text that was put aside is its number
// behind a mark nobody can guess.
import { isUtf8 } from 'node:buffer'
import { createHash, randomBytes } from 'node:crypto'
import { type DataUrl, maxFileBytes, readDataUrl } from '../formats/data-url.ts'
import { NotJson, type Range, scanJson } from './scan.ts'

export type JsonBody =
  | { mark: string; value: unknown; files: DataUrl[]; sha256: string }
  | { notJson: string }

/** What becomes of long texts: they are read as files, or stay texts. */
export type LongTexts = 'files' | 'texts'

export function readJson(bytes: Buffer, longTexts: LongTexts = 'files'): JsonBody {
  try {
    if (!isUtf8(bytes)) throw new NotJson('is not UTF-8')
    const found = scanJson(bytes)
    const long = longTexts === 'files' ? found : []
    const mark = `${randomBytes(16).toString('hex')}:`
    const value = parsed(shortened(bytes, long, mark), long.length === 0)
    const files = long.map(({ from, to }) => readDataUrl(textAt(bytes, from, to), maxFileBytes))
    return { mark, value, files, sha256: createHash('sha256').update(bytes).digest('hex') }
  } catch (error) {
    if (error instanceof NotJson) return { notJson: error.message }
    throw error
  }
}

function shortened(bytes: Buffer, long: readonly Range[], mark: string): string {
  const pieces: string[] = []
  let done = 0
  for (const [index, { from, to }] of long.entries()) {
    pieces.push(bytes.toString('utf8', done, from), mark, String(index))
    done = to
  }
  pieces.push(bytes.toString('utf8', done))
  return pieces.join('')
}

/** The place of the mistake is told where the text is as it was sent. */
function parsed(text: string, isWhole: boolean): unknown {
  if (text.trim() === '') throw new NotJson('is empty; send a JSON object')
  try {
    return JSON.parse(text)
  } catch (error) {
    const { message } = error as Error
    // The text itself may be personal data, and its sender knows it.
    const [, line, column] = (isWhole && /\(line (\d+) column (\d+)\)/.exec(message)) || []
    throw new NotJson(`is not JSON${line ? `: see line ${line}, column ${column}` : ''}`)
  }
}

/** The text with its escapes undone; base64 mostly has none, or one before each slash. */
function textAt(bytes: Buffer, from: number, to: number): Buffer {
  const text = bytes.subarray(from, to)
  if (!text.includes('\\')) return text
  try {
    return Buffer.from(JSON.parse(bytes.toString('utf8', from - 1, to + 1)))
  } catch {
    throw new NotJson('is not JSON: a text in it has an escape that does not exist')
  }
}
