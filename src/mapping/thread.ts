// Reads a table by its mapping beside the main thread: bytes in as it asks for them, lines out as they are taken. Mappings
// are proposed and tried here, too.
import { parentPort } from 'node:worker_threads'
import { Problem } from '../errors/problem.ts'
import { type Fault, InvalidValue } from '../shape/invalid-value.ts'
import type { MappedLine } from './map-rows.ts'
import { type MappedBody, mappedBody } from './mapped-body.ts'
import { type MappedTypes, readMapping } from './mapping.ts'
import { changesBetween, type MappingChange } from './mapping-changes.ts'
import type { TableRow } from './rows.ts'
import { type TableTrial, type Trial, type TrialRequest, tryMapping } from './sample.ts'

/** What the thread is told: where to begin, more of the body, that there is no more, and that its lines were taken. */
export type ToThread =
  | { begin: MappedBody /** Where it counts the rows that it has read. */; rowsRead: Int32Array }
  | { chunk: Uint8Array }
  | { end: true }
  | { taken: true }
  | { try: TrialRequest }
  | { check: { types: MappedTypes; text: string } }
  | { compare: MappingVersions }

/** Two versions of a mapping; null where it is not there. */
export type MappingVersions = { before: string | null; after: string | null }

/** A line as it is handed over, where no class is. */
export type LineMessage = Pick<MappedLine, 'line' | 'given'> & { text: string | readonly Fault[] }

/** The same of a trial. */
type TrialMessage = Omit<Trial, 'tables'> & {
  tables: (Omit<TableTrial, 'tried'> & { tried: (LineMessage & { rows: readonly TableRow[] })[] })[]
}

/** What the thread says: that it wants more, which table its next lines are of, its lines, notes, why it cannot go on, and that it is done. */
export type FromThread =
  | { tried: TrialMessage }
  | { changes: MappingChange[] }
  | { wants: true }
  | { lines: LineMessage[] }
  | { table: string }
  | { note: string }
  | { problem: string }
  | { code: string }
  | { done: true }

const [linesAtOnce, charactersAtOnce] = [500, 4 * 1024 * 1024]

const port = parentPort!
const say = (message: FromThread) => port.postMessage(message)
let fed: ((chunk: Uint8Array | undefined) => void) | undefined
let taken: (() => void) | undefined

async function* body(): AsyncGenerator<Buffer> {
  for (;;) {
    const chunk = await new Promise<Uint8Array | undefined>(resolve => {
      fed = resolve
      say({ wants: true })
    })
    if (!chunk) return
    yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  }
}

const send = (lines: LineMessage[]) =>
  new Promise<void>(resolve => {
    taken = resolve
    say({ lines })
  })

function sentLine({ line, given, text }: Pick<MappedLine, 'line' | 'given' | 'text'>): LineMessage {
  return {
    line,
    ...(given !== undefined && { given }),
    text: text instanceof InvalidValue ? text.faults : text,
  }
}

async function tryOut(request: TrialRequest): Promise<void> {
  await told(async () => {
    const trial = await tryMapping(request)
    const tables = trial.tables.map(table => ({
      ...table,
      tried: table.tried.map(line => ({ ...sentLine(line), rows: line.rows })),
    }))
    say({ tried: { ...trial, tables } })
  })
}

async function check({ types, text }: { types: MappedTypes; text: string }): Promise<void> {
  await told(async () => {
    readMapping(text, types)
    say({ done: true })
  })
}

async function compare({ before, after }: MappingVersions): Promise<void> {
  await told(async () => say({ changes: changesBetween(before, after) }))
}

async function read(about: MappedBody, rowsRead: Int32Array): Promise<void> {
  await told(async () => {
    let lines: LineMessage[] = []
    let characters = 0
    const flush = async () => {
      if (lines.length > 0) await send(lines)
      lines = []
      characters = 0
    }
    let begun: string | undefined
    const listener = {
      note: (note: string) => say({ note }),
      table: (name: string) => {
        begun = name
      },
      row: () => Atomics.add(rowsRead, 0, 1),
    }
    for await (const line of mappedBody(body(), about, listener)) {
      if (begun !== undefined) {
        await flush()
        say({ table: begun })
        begun = undefined
      }
      lines.push(sentLine(line))
      characters += (line.given?.length ?? 0) + (typeof line.text === 'string' ? line.text.length : 0)
      if (lines.length >= linesAtOnce || characters >= charactersAtOnce) await flush()
    }
    await flush()
    say({ done: true })
  })
}

/** Says why it cannot go on, where that is for whoever asked. */
async function told(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (error instanceof Problem) say({ problem: error.message })
    else if (typeof code === 'string' && code.startsWith('Z_')) say({ code })
    else throw error
  }
}

port.on('message', (message: ToThread) => {
  if ('begin' in message) void read(message.begin, message.rowsRead)
  else if ('try' in message) void tryOut(message.try)
  else if ('check' in message) void check(message.check)
  else if ('compare' in message) void compare(message.compare)
  else if ('taken' in message) taken?.()
  else fed?.('chunk' in message ? message.chunk : undefined)
})
