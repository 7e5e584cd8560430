// Entries that can be written together: not too many, each record once, upserts and deletions apart.
import type { Entry } from './line.ts'
import { keyOf } from './work.ts'

export const batchSize = 1000
/** Files come with their content in the line, or take their time to be stored. */
const mostCharacters = 16 * 1024 * 1024
const mostFiles = 100

export class BatchEntries {
  readonly all: Entry[] = []
  private readonly keys = new Set<string>()
  private characters = 0
  private files = 0

  takes(entry: Entry): boolean {
    const first = this.all[0]
    if (!first) return true
    if (this.all.length >= batchSize || this.characters > mostCharacters || this.files >= mostFiles)
      return false
    return !this.keys.has(keyOf(entry)) && 'deleted' in first === 'deleted' in entry
  }

  add(entry: Entry): void {
    this.all.push(entry)
    this.keys.add(keyOf(entry))
    this.characters += entry.text.length
    if ('file' in entry) this.files++
  }
}
