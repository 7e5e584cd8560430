// Entries that can be written together, and the lines among them that could not be read.
import { recordKey } from '../record-types/record-key.ts'
import type { RejectedLine } from './batch.ts'
import type { LoadEntry } from './read.ts'

export const batchSize = 1000
/** Files have their content in the line, or take time to be stored. */
const maxCharacters = 16 * 1024 * 1024
const maxFiles = 100

/** Entries that can be written together: each record once, upserts and deletions apart; and lines that were invalid. */
export class LineBatch {
  readonly entries: LoadEntry[] = []
  readonly rejected: RejectedLine[] = []
  private readonly keys = new Set<string>()
  private characters = 0
  private files = 0

  get isFull(): boolean {
    const lines = Math.max(this.entries.length, this.rejected.length)
    return lines >= batchSize || this.characters > maxCharacters || this.files >= maxFiles
  }

  takes(entry: LoadEntry): boolean {
    const first = this.entries[0]
    return !first || (!this.keys.has(recordKey(entry)) && 'deleted' in first === 'deleted' in entry)
  }

  add(entry: LoadEntry): void {
    this.entries.push(entry)
    this.keys.add(recordKey(entry))
    this.characters += entry.text.length
    if ('file' in entry) this.files++
  }

  reject(rejection: RejectedLine): void {
    this.rejected.push(rejection)
    this.characters += rejection.text.length
  }
}
