// A table behind its mapping, read in a thread of its own: whatever somebody wrote into either, the server goes on
// answering others, and what takes too long or too much memory is refused.
import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { badRequest } from '../problem.ts'
import { InvalidValue } from '../shape/invalid-value.ts'
import { memoized } from '../shape/memoized.ts'
import type { MappedLine } from './map-rows.ts'
import type { MappedBody } from './mapped-body.ts'
import type { MappedTypes } from './mapping.ts'
import type { FromThread, SentLine, ToThread } from './thread.ts'

/** So long it may work without wanting more of the table or having lines of it. */
const longestWorkMs = 10_000
const mostMegabytes = 1024

/** As plain data: the rest of a type is not for another thread. */
const plainTypes = memoized(
  (types: MappedTypes): MappedTypes =>
    JSON.parse(JSON.stringify(types.map(({ type, record, facts }) => ({ type, record, facts })))),
)

type Line = Pick<MappedLine, 'line' | 'given' | 'text'>

export async function* mappedAside(
  body: AsyncIterable<Buffer>,
  about: MappedBody,
  note: (note: string) => void,
): AsyncGenerator<Line> {
  const resourceLimits = { maxOldGenerationSizeMb: mostMegabytes }
  const worker = new Worker(new URL('./thread.ts', import.meta.url), { name: 'mapping', resourceLimits })
  // What befalls it once nobody waits for it any more is nobody's trouble.
  worker.on('error', () => {})
  const chunks = body[Symbol.asyncIterator]()
  const watch = watchOver(worker)
  const tell = (message: ToThread, transferred: ArrayBuffer[] = []) => {
    watch.begin()
    worker.postMessage(message, transferred)
  }
  let failure: { error: unknown } | undefined
  const feed = async () => {
    try {
      const { value, done } = await chunks.next()
      // A copy, as what it is a piece of may be used again.
      const chunk = done ? undefined : Uint8Array.from(value)
      if (chunk) tell({ chunk }, [chunk.buffer])
      else tell({ end: true })
    } catch (error) {
      failure = { error }
      void worker.terminate()
    }
  }
  try {
    const messages = on(worker, 'message', { close: ['exit'] })
    tell({ begin: { ...about, types: plainTypes(about.types) } })
    for await (const [message] of messages as AsyncIterable<[FromThread]>) {
      watch.end()
      if ('wants' in message) void feed()
      else if ('lines' in message) {
        yield* message.lines.map(readLine)
        tell({ taken: true })
      } else if ('note' in message) {
        note(message.note)
        watch.begin()
      } else if ('problem' in message) throw badRequest(message.problem)
      else if ('code' in message) throw Object.assign(new Error('The gzip data is broken'), message)
      else return
    }
    if (failure) throw failure.error
    throw badRequest(
      `The mapping or the table takes more than ${longestWorkMs / 1000} seconds of work in one piece; see whether both are what they should be`,
    )
  } catch (error) {
    throw (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error
  } finally {
    watch.end()
    await worker.terminate()
    // It may be waiting for the client, who is answered meanwhile, and may be gone.
    chunks.return?.().catch(() => {})
  }
}

const tooLarge = () =>
  badRequest(
    `The table takes more than ${mostMegabytes} MB to read; give it as CSV or NDJSON, which is read row by row`,
  )

const readLine = ({ text, ...line }: SentLine): Line => ({
  ...line,
  text: typeof text === 'string' ? text : new InvalidValue(text.path, text.reason, text.hint, text.others),
})

/** Ends a thread that works for too long; while it waits for somebody, no time passes. */
function watchOver(worker: Worker) {
  let timer: NodeJS.Timeout | undefined
  const end = () => clearTimeout(timer)
  const begin = () => {
    end()
    timer = setTimeout(() => void worker.terminate(), longestWorkMs)
  }
  return { begin, end }
}
