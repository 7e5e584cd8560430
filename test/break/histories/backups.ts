// Backups in the middle of a history, made and put back by the commands that operators use.
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { ProcessResult } from '../../support/process.ts'
import type { Restore } from './checker.ts'

/** Traffic after a backup that is put back at once. */
const trafficMs = 2_000

export function backupsOf(command: (args: readonly string[], file: string) => Promise<ProcessResult>) {
  let made = 0
  let kept: Restore['backup'] | undefined
  const nameOf = (number: number) => `history-${number}.backup`
  const make = async () => {
    const sentMs = performance.now()
    const { code, stderr } = await command(['backup'], nameOf(++made))
    assert.equal(code, 0, `no backup is made: ${stderr}`)
    kept = { sentMs, ackMs: performance.now() }
    return kept
  }
  return {
    make,
    /** Those of another round have nothing of this one. */
    forget() {
      kept = undefined
    },
    /** The one to put back, with traffic after it. */
    async last(): Promise<Restore['backup']> {
      const backup = kept ?? (await make())
      const leftMs = backup.ackMs + trafficMs - performance.now()
      if (leftMs > 0) await wait(leftMs)
      return backup
    },
    async putBack(): Promise<void> {
      // The connections of a server that was killed are there for a moment.
      for (let tries = 0; ; tries++) {
        const { code, stderr } = await command(['restore', '--replace'], nameOf(made))
        if (code === 0) return
        const isServed = stderr.includes('A server uses this database')
        assert.ok(isServed && tries < 20, `no backup is restored: ${stderr}`)
      }
    },
  }
}
