// A file inside a JSON text: `data:<mime>;base64,<data>`. Strict: what a lenient reader would skip is refused.
import { contentFault } from './file-type.ts'

/** `fault` says what keeps the bytes from being what they are called; it is looked for here since large files are decoded
 * beside the main thread. */
export type DataUrl =
  | { mime: string; bytes: Buffer; fault?: string }
  | { flaw: 'form' | 'base64' | 'empty' | 'large' }

const longestHead = 200

/** The file in these bytes of text; content that would be larger than `maxBytes` is not decoded. */
export function readDataUrl(text: Buffer, maxBytes: number): DataUrl {
  const head = text.toString('latin1', 0, longestHead)
  const found = /^data:([\w!#$&^.+-]+\/[\w!#$&^.+-]+);base64,/i.exec(head)
  if (!found) return { flaw: 'form' }
  const encoded = text.subarray(found[0].length)
  if (encoded.length === 0) return { flaw: 'empty' }
  const padding = encoded.at(-1) !== 0x3d ? 0 : encoded.at(-2) === 0x3d ? 2 : 1
  const size = (encoded.length / 4) * 3 - padding
  if (encoded.length % 4 !== 0 || encoded.includes('-') || encoded.includes('_')) return { flaw: 'base64' }
  if (size > maxBytes) return { flaw: 'large' }
  const bytes = Buffer.from(encoded.toString('latin1'), 'base64')
  // The decoder skips what it does not know, so that less comes out than went in.
  if (bytes.length !== size) return { flaw: 'base64' }
  const mime = found[1]!.toLowerCase()
  const fault = contentFault(mime, bytes)
  return { mime, bytes, ...(fault !== undefined && { fault }) }
}
/** The largest file, 20 MiB. */
export const maxFileBytes = 20 * 1024 * 1024
