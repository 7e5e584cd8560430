// Entries that can be written together: not too many, each record once, upserts and deletions apart; and beside them
// the lines that could not be read, so that rejections are told in the order of their lines.
import type { Entry } from './line.ts'
import { keyOf, type Rejection } from './work.ts'

export const batchSize = 1000
/** Files come with their content in the line, or take their time to be stored. */
const mostCharacters = 16 * 1024 * 1024
const mostFiles = 100

export class BatchEntries {
  readonly all: Entry[] = []
  readonly refused: Rejection[] = []
  private readonly keys = new Set<string>()
  private characters = 0
  private files = 0

  get isFull(): boolean {
    const lines = Math.max(this.all.length, this.refused.length)
    return lines >= batchSize || this.characters > mostCharacters || this.files >= mostFiles
  }

  takes(entry: Entry): boolean {
    const first = this.all[0]
    return !first || (!this.keys.has(keyOf(entry)) && 'deleted' in first === 'deleted' in entry)
  }

  add(entry: Entry): void {
    this.all.push(entry)
    this.keys.add(keyOf(entry))
    this.characters += entry.text.length
    if ('file' in entry) this.files++
  }

  refuse(rejection: Rejection): void {
    this.refused.push(rejection)
    this.characters += rejection.text.length
  }
}
