// Warnings of companies and agencies that nothing links, held until the end of a load: what links them may come after the
// records that are warned of.

import type { Statements } from '../database/database.ts'
import type { RecordType } from '../record-types/record-type.ts'
import type { LinkedPair, LinkWarning } from '../record-types/rules.ts'
import { linkedPairs } from '../store/keys/links.ts'
import type { LineWarning } from './batch.ts'
import { pairKey } from './cross-checks.ts'

export type PendingWarning = LinkWarning & { line: number; type: string }

/** Equal warnings once, with their lines. */
type PairWarning = { pair: LinkedPair; warning: Omit<LineWarning, 'line'>; lines: number[] }

export class UnlinkedPairs {
  private readonly held = new Map<string, PairWarning>()

  get any(): boolean {
    return this.held.size > 0
  }

  hold(warnings: readonly PendingWarning[]): void {
    for (const { line, unlinked, ...warning } of warnings) {
      const key = `${warning.type} ${pairKey(unlinked)}`
      const held = this.held.get(key) ?? { pair: unlinked, warning, lines: [] }
      this.held.set(key, held)
      held.lines.push(line)
    }
  }

  /** The warnings that still hold. */
  async left(db: Statements, types: readonly RecordType[]): Promise<LineWarning[]> {
    const all = [...this.held.values()]
    const linked = await linkedPairs(
      db,
      types,
      all.map(({ pair }) => pair),
    )
    const known = new Set(linked.map(pairKey))
    return all.flatMap(({ pair, warning, lines }) =>
      known.has(pairKey(pair)) ? [] : lines.map(line => ({ ...warning, line })),
    )
  }
}
