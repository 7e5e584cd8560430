// Bodies decoded: small ones at once, large ones in threads, as many at a time as there are threads; the rest wait.
// So a large body holds up nobody else.
import { once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Worker } from 'node:worker_threads'
import { Problem } from '../errors/problem.ts'
import { type Body, type Decode, LongText, type Parse } from '../kernel/operation/body.ts'
import { type JsonBody, type LongTexts, readJson } from './read-json.ts'
import type { DecodeRequest } from './thread.ts'

/** Larger bodies take longer to parse than to hand to a thread. */
const threadFrom = 64 * 1024

/** After bodies of this size, threads are ended and garbage is collected, as both take much memory. */
const leavesMuchFrom = 4 * 1024 * 1024

type Decoder = { decode: Decode; parse: Parse; close(): Promise<void> }

/** Threads end `idleMs` after the last body. */
export function bodyDecoder(threads: number, idleMs = 10_000): Decoder {
  const idle: Worker[] = []
  const waiting: ((worker: Worker) => void)[] = []
  const running = new Set<Worker>()
  let hasMuchLeft = false
  let tidying: NodeJS.Timeout | undefined

  const start = () => {
    const worker = new Worker(new URL('./thread.ts', import.meta.url), { name: 'body' })
    worker.unref()
    running.add(worker)
    return worker
  }
  const take = async () => {
    const worker = idle.pop() ?? (running.size < threads ? start() : undefined)
    return worker ?? new Promise<Worker>(resolve => waiting.push(resolve))
  }
  const giveBack = (worker: Worker) => {
    const next = waiting.shift()
    if (next) next(worker)
    else idle.push(worker)
    clearTimeout(tidying)
    if (hasMuchLeft && idle.length === running.size) tidying = setTimeout(tidy, idleMs).unref()
  }
  const tidy = async () => {
    if (idle.length < running.size) return
    hasMuchLeft = false
    running.clear()
    await Promise.all(idle.splice(0).map(worker => worker.terminate()))
    collectGarbage()
  }
  /** A thread that failed is gone: whoever waits gets a new one. */
  const replace = (worker: Worker) => {
    running.delete(worker)
    void worker.terminate()
    const next = waiting.shift()
    if (next) next(start())
  }
  const readAside = async (bytes: Buffer, longTexts: LongTexts): Promise<JsonBody> => {
    const worker = await take()
    if (bytes.length >= leavesMuchFrom) hasMuchLeft = true
    try {
      const answer = once(worker, 'message')
      const asked: DecodeRequest = { bytes, longTexts }
      worker.postMessage(asked, [bytes.buffer as ArrayBuffer])
      const [read] = (await answer) as [JsonBody]
      giveBack(worker)
      return read
    } catch (error) {
      replace(worker)
      throw error
    }
  }
  const read = async (bytes: Buffer, longTexts: LongTexts) => {
    const found = bytes.length < threadFrom ? readJson(bytes, longTexts) : await readAside(bytes, longTexts)
    if ('notJson' in found) throw new Problem('INVALID_JSON', `The body ${found.notJson}`)
    return found
  }
  return {
    decode: async bytes => bodyOf(await read(bytes, 'files')),
    parse: async bytes => (await read(bytes, 'texts')).value,
    close: async () => {
      await Promise.all([...running].map(worker => worker.terminate()))
    },
  }
}

/** V8 collects by itself only when more memory is needed. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')({ type: 'major', execution: 'async' })
}

const bodyOf = ({ value, mark, files, sha256 }: Exclude<JsonBody, { notJson: string }>): Body => ({
  value: withFiles(value, mark, files.map(asFile)),
  sha256,
})

/** Buffers come out of a thread as plain bytes. */
const asFile = (file: LongText['file']): LongText['file'] =>
  'bytes' in file
    ? { ...file, bytes: Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength) }
    : file

function withFiles(value: unknown, mark: string, files: readonly LongText['file'][]): unknown {
  if (typeof value === 'string')
    return value.startsWith(mark) ? new LongText(files[Number(value.slice(mark.length))]!) : value
  if (Array.isArray(value)) return value.map(item => withFiles(item, mark, files))
  if (value === null || typeof value !== 'object') return value
  for (const [name, inner] of Object.entries(value)) {
    const filled = withFiles(inner, mark, files)
    // A name like __proto__ must stay a name.
    if (filled !== inner) Object.defineProperty(value, name, { value: filled, enumerable: true })
  }
  return value
}
