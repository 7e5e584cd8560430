// Reads tables by their mapping in a thread of its own, so that the server goes on answering whatever is in either; what takes
// too long or too much memory is refused. Mappings are proposed and tried in such a thread, too.
import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { badRequest } from '../errors/problem.ts'
import { loadableTypes } from '../record-types/record-type.ts'
import { InvalidValue } from '../shape/invalid-value.ts'
import { memoized } from '../shape/memoized.ts'
import type { MappedLine } from './map-rows.ts'
import type { MappedBody } from './mapped-body.ts'
import type { MappedTypes } from './mapping.ts'
import type { MappingChange } from './mapping-changes.ts'
import type { Trial, TrialRequest } from './sample.ts'
import type { FromThread, LineMessage, MappingVersions, ToThread } from './thread.ts'

/** How long it may work without a row of the table, and how long for each row; time that a row leaves over counts for others. */
const [mostWorkMs, workPerRowMs] = [10_000, 50]
const watchedEveryMs = 250
const mostMegabytes = 1024

/** As plain data: the rest of a type is not for another thread. */
const plainTypes = memoized(
  (types: MappedTypes): MappedTypes =>
    JSON.parse(
      JSON.stringify(loadableTypes(types).map(({ type, record, facts }) => ({ type, record, facts }))),
    ),
)

type Line = Pick<MappedLine, 'line' | 'given' | 'text'>

export async function* mapInThread(
  body: AsyncIterable<Buffer>,
  about: MappedBody,
  told: { note(note: string): void; table(name: string): void },
  longestMs = mostWorkMs,
): AsyncGenerator<Line> {
  const worker = newThread()
  const chunks = body[Symbol.asyncIterator]()
  const rowsRead = new Int32Array(new SharedArrayBuffer(4))
  const watch = watchOver(worker, rowsRead, longestMs)
  const tell = (message: ToThread, transferred: ArrayBuffer[] = []) =>
    worker.postMessage(message, transferred)
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
    tell({ begin: { ...about, types: plainTypes(about.types) }, rowsRead })
    for await (const [message] of messages as AsyncIterable<[FromThread]>) {
      if ('wants' in message) void feed()
      else if ('lines' in message) {
        yield* message.lines.map(readLine)
        tell({ taken: true })
      } else if ('table' in message) told.table(message.table)
      else if ('note' in message) told.note(message.note)
      else if ('problem' in message) throw badRequest(message.problem)
      else if ('code' in message) throw Object.assign(new Error('The gzip data is broken'), message)
      else return
    }
    if (failure) throw failure.error
    throw tooMuchWork(longestMs)
  } catch (error) {
    throw (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error
  } finally {
    clearInterval(watch)
    await worker.terminate()
    // It may be waiting for the client, which has been answered by then and may be gone.
    chunks.return?.().catch(() => {})
  }
}

/** Proposes a mapping for the beginnings of tables, or tries one on them. */
export async function tryInThread(request: TrialRequest): Promise<Trial> {
  const message = await answerTo({ try: { ...request, types: plainTypes(request.types) } })
  if (!('tried' in message)) throw tooMuchWork()
  const { tables, ...trial } = message.tried
  return {
    ...trial,
    tables: tables.map(({ tried, ...table }) => ({
      ...table,
      tried: tried.map(({ rows, ...line }) => ({ ...readLine(line), rows })),
    })),
  }
}

/** Refuses a mapping that cannot be used. */
export async function checkInThread({ types, text }: { types: MappedTypes; text: string }): Promise<void> {
  await answerTo({ check: { types: plainTypes(types), text } })
}

/** What two versions of a mapping say differently. */
export async function compareInThread(versions: MappingVersions): Promise<MappingChange[]> {
  const message = await answerTo({ compare: versions })
  if (!('changes' in message)) throw tooMuchWork()
  return message.changes
}

/** What a thread of its own answers to one message. */
async function answerTo(asked: ToThread): Promise<FromThread> {
  const worker = newThread()
  const watch = watchOver(worker, new Int32Array(1))
  try {
    const messages = on(worker, 'message', { close: ['exit'] })
    worker.postMessage(asked)
    for await (const [message] of messages as AsyncIterable<[FromThread]>) {
      if ('problem' in message) throw badRequest(message.problem)
      if ('code' in message) throw badRequest('The gzip data is broken or cut off')
      return message
    }
    throw tooMuchWork()
  } catch (error) {
    throw (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error
  } finally {
    clearInterval(watch)
    await worker.terminate()
  }
}

function newThread(): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: mostMegabytes }
  const worker = new Worker(new URL('./thread.ts', import.meta.url), { name: 'mapping', resourceLimits })
  // Errors after nobody waits for it any more are ignored.
  return worker.on('error', () => {})
}

const tooMuchWork = (longestMs = mostWorkMs) =>
  badRequest(
    `The mapping or the table takes too much work: more than ${longestMs / 1000} seconds without a row, or ${workPerRowMs} ms for each; see whether both are what they should be`,
  )

const tooLarge = () =>
  badRequest(
    `The table takes more than ${mostMegabytes} MB to read; give it as CSV or NDJSON, which is read row by row`,
  )

const readLine = ({ text, ...line }: LineMessage): Line => ({
  ...line,
  text: typeof text === 'string' ? text : InvalidValue.of(text),
})

/** Ends a thread that works for too long. What it spends waiting, for the client or for its lines to be taken, is no work. */
function watchOver(worker: Worker, rowsRead: Int32Array, longestMs = mostWorkMs): NodeJS.Timeout {
  let [left, worked, rows] = [longestMs, 0, 0]
  return setInterval(() => {
    const { active } = worker.performance.eventLoopUtilization()
    const read = Atomics.load(rowsRead, 0)
    left = Math.min(longestMs, left - (active - worked) + (read - rows) * workPerRowMs)
    worked = active
    rows = read
    if (left < 0) void worker.terminate()
  }, watchedEveryMs)
}
