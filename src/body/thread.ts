// Reads large bodies beside the main thread: bytes in, value and files out, both handed over and not copied.
import { parentPort } from 'node:worker_threads'
import type { DataUrl } from '../formats/data-url.ts'
import { type LongTexts, readJson } from './read-json.ts'

export type DecodeRequest = { bytes: Uint8Array; longTexts: LongTexts }

parentPort!.on('message', ({ bytes, longTexts }: DecodeRequest) => {
  const read = readJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), longTexts)
  parentPort!.postMessage(read, 'files' in read ? read.files.flatMap(ownBuffer) : [])
})

/** Small ones share a buffer with others and are copied. */
const ownBuffer = (file: DataUrl): ArrayBuffer[] =>
  'bytes' in file && file.bytes.buffer.byteLength === file.bytes.byteLength
    ? [file.bytes.buffer as ArrayBuffer]
    : []
