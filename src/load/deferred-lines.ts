// Lines that reference a record which is not there yet, kept in a file and read again when the others are in.

import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { linesOf, maxDeferredBytes } from '../body/lines.ts'
import { recordKey } from '../record-types/record-key.ts'
import { slotsOf } from '../record-types/record-type.ts'
import type { LineReader, LoadEntry, NumberedLine } from './read.ts'

export type Deferral = { file(): Promise<FileHandle>; close(): Promise<void> }

/** A file that is made with the first line that has to wait: most loads have none. */
export function newDeferral(): Deferral {
  let file: Promise<FileHandle> | undefined
  return {
    file() {
      file ??= deferredFile()
      return file
    },
    close: async () => (await file)?.close(),
  }
}

/** A file whose name is gone before anything is written: the system removes it however this process ends. */
export async function deferredFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `muster-load-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}

export const deferLine = (file: FileHandle, { line, text }: LoadEntry) => file.write(`${line}\t${text}\n`)

async function* bytesOf(file: FileHandle): AsyncGenerator<Buffer> {
  const atOnce = 1 << 16
  for (let at = 0; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(atOnce), 0, atOnce, at)
    if (bytesRead === 0) return
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

export async function* deferredLines(file: FileHandle): AsyncGenerator<NumberedLine & { text: string }> {
  for await (const { text: kept } of linesOf(bytesOf(file), maxDeferredBytes)) {
    if (typeof kept !== 'string') continue
    const tab = kept.indexOf('\t')
    yield { line: Number(kept.slice(0, tab)), text: kept.slice(tab + 1) }
  }
}

type LinePosition = { line: number; start: number; bytes: number }

/** The same lines, with records that reference each other side by side: they can only be written together. */
export async function* groupedLines(file: FileHandle, read: LineReader): AsyncGenerator<NumberedLine> {
  const positions = new Map<string, LinePosition[]>()
  const references: [string, string][] = []
  let end = 0
  for await (const { line, text } of deferredLines(file)) {
    const head = String(line).length + 1
    const bytes = Buffer.byteLength(text)
    const entry = read(text, line)
    const key = recordKey(entry)
    positions.set(key, [...(positions.get(key) ?? []), { line, start: end + head, bytes }])
    if ('stored' in entry)
      for (const slot of slotsOf(entry.type, entry.stored)) references.push([key, recordKey(slot)])
    end += head + bytes + 1
  }
  for (const group of connected(positions, references)) {
    for (const [index, { line, start, bytes }] of group.entries()) {
      const { buffer } = await file.read(Buffer.allocUnsafe(bytes), 0, bytes, start)
      yield { line, text: buffer.toString(), joined: index > 0 }
    }
  }
}

/** Connected components by union-find, with path compression. */
function connected(
  positions: ReadonlyMap<string, LinePosition[]>,
  references: readonly [string, string][],
): LinePosition[][] {
  const parents = new Map([...positions.keys()].map(key => [key, key]))
  const rootOf = (key: string): string => {
    let root = key
    while (parents.get(root) !== root) root = parents.get(root)!
    for (let at = key; at !== root; ) {
      const next = parents.get(at)!
      parents.set(at, root)
      at = next
    }
    return root
  }
  for (const [one, other] of references) if (positions.has(other)) parents.set(rootOf(one), rootOf(other))
  // The first line of every record comes before the second of any: a batch takes each record once.
  return [...Map.groupBy(positions, ([key]) => rootOf(key)).values()].map(group =>
    group
      .flatMap(([, own]) => own.map((position, time) => ({ ...position, time })))
      .sort((one, other) => one.time - other.time || one.line - other.line),
  )
}
