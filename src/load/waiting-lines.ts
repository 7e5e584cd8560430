// Lines that name a record which is not there yet: kept in a file, and read again when the others are in.
import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { slotsOf } from '../kernel/resource/record-type.ts'
import type { InvalidValue } from '../shape/invalid-value.ts'
import type { Entry, LineReader } from './line.ts'
import { linesOf } from './lines.ts'
import { keyOf } from './work.ts'

export type NumberedLine = {
  line: number
  text: string | InvalidValue
  /** It must be written together with the line before it. */
  joined?: boolean
}

const bytesAtOnce = 1 << 16

/** A file whose name is gone before anything is written: the system removes it however this process ends. */
export async function namelessFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `muster-load-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}

async function* bytesOf(file: FileHandle): AsyncGenerator<Buffer> {
  for (let at = 0; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(bytesAtOnce), 0, bytesAtOnce, at)
    if (bytesRead === 0) return
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

export const keepLine = (file: FileHandle, { line, text }: Entry) => file.write(`${line}\t${text}\n`)

export async function* keptLines(file: FileHandle): AsyncGenerator<NumberedLine & { text: string }> {
  for await (const kept of linesOf(bytesOf(file))) {
    if (typeof kept !== 'string') continue
    const tab = kept.indexOf('\t')
    yield { line: Number(kept.slice(0, tab)), text: kept.slice(tab + 1) }
  }
}

type Place = { line: number; start: number; bytes: number }

/** The same lines, those of records that name each other side by side: only together can they be written. */
export async function* keptTogether(file: FileHandle, read: LineReader): AsyncGenerator<NumberedLine> {
  const places = new Map<string, Place[]>()
  const named: [string, string][] = []
  let end = 0
  for await (const { line, text } of keptLines(file)) {
    const head = String(line).length + 1
    const bytes = Buffer.byteLength(text)
    const entry = read(text, line)
    const key = keyOf(entry)
    places.set(key, [...(places.get(key) ?? []), { line, start: end + head, bytes }])
    if ('stored' in entry)
      for (const slot of slotsOf(entry.type, entry.stored)) named.push([key, `${slot.type}:${slot.id}`])
    end += head + bytes + 1
  }
  for (const group of groupsOf(places, named)) {
    for (const [index, { line, start, bytes }] of group.entries()) {
      const { buffer } = await file.read(Buffer.allocUnsafe(bytes), 0, bytes, start)
      yield { line, text: buffer.toString(), joined: index > 0 }
    }
  }
}

/** The places of records that lead to each other by name, in one group. */
function groupsOf(places: ReadonlyMap<string, Place[]>, named: readonly [string, string][]): Place[][] {
  const leaders = new Map([...places.keys()].map(key => [key, key]))
  const leaderOf = (key: string): string => {
    let leader = key
    while (leaders.get(leader) !== leader) leader = leaders.get(leader)!
    // Who is asked about once is led there directly from then on.
    for (let at = key; at !== leader; ) {
      const next = leaders.get(at)!
      leaders.set(at, leader)
      at = next
    }
    return leader
  }
  for (const [one, other] of named) if (places.has(other)) leaders.set(leaderOf(one), leaderOf(other))
  const groups = Map.groupBy(places, ([key]) => leaderOf(key))
  // The first line of every record comes before the second of any: a batch takes each record once.
  return [...groups.values()].map(group =>
    group
      .flatMap(([, own]) => own.map((place, time) => ({ ...place, time })))
      .sort((one, other) => one.time - other.time || one.line - other.line),
  )
}
