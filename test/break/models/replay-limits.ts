// Random ways through the model of the gate, walked by two real gates on one database with a clock that the walk turns.
import assert from 'node:assert/strict'
import { after } from 'node:test'
import { recordTypes } from '../../../src/api/index.ts'
import { openDatabase } from '../../../src/database/database.ts'
import { Problem } from '../../../src/errors/problem.ts'
import { load } from '../../../src/load/load.ts'
import { callerBook } from '../../../src/store/keys/callers.ts'
import { gateOf, type KeyGate } from '../../../src/store/keys/gate.ts'
import { createKey } from '../../../src/store/keys/keys.ts'
import { takeClock } from '../../support/clock.ts'
import { testDatabase } from '../../support/database.ts'
import { company } from '../../support/lines.ts'
import { ndjson } from '../../support/server.ts'
import { walk } from './explorer.ts'
import { limits } from './limits.ts'

/** Three of the model's moments are a minute, and a little more, as what came in a minute ago counts no longer. */
const momentMs = 20_001

type Replay = (choose: (many: number) => number, show: (does: string) => void) => Promise<number>

export async function limitsReplay(): Promise<Replay> {
  const { database, connection } = await testDatabase()
  await load(database, recordTypes, ndjson([company('c1')]))
  let beganMs = Date.parse('2026-03-02T00:00:00Z')
  const clock = await takeClock(database, new Date(beganMs).toISOString())
  const gates = [0, 1].map((): KeyGate => {
    const own = openDatabase({ connection }, { connections: 2, applicationName: 'gate' })
    after(() => own.close())
    return gateOf(own, callerBook(own, recordTypes), () => clock.now().getTime())
  })
  return async (choose, show) => {
    beganMs += 600_000
    await clock.set(new Date(beganMs))
    const { secret } = await createKey(database, {
      ...{ kind: 'company', owners: ['c1'], name: 'walk', scopes: [] },
      ...{ perMinute: 2, perDay: 1_000_000 },
    })
    let moves = 0
    for (const { does, to } of walk(limits(), choose, 24)) {
      show(does)
      const [, process, what] = /^process (\d) (.*)$/.exec(does) ?? []
      if (what === undefined) await clock.set(new Date(beganMs + to.moment * momentMs))
      else assert.equal(await asked(gates[Number(process)]!, secret), what, `at moment ${to.moment}`)
      moves++
    }
    return moves
  }
}

async function asked(gate: KeyGate, secret: string): Promise<string> {
  try {
    await gate.admit(secret, '127.0.0.1')
    return 'lets one in'
  } catch (problem) {
    assert.ok(problem instanceof Problem && problem.code === 'RATE_LIMIT_EXCEEDED', String(problem))
    return 'refuses one'
  }
}
