// What is found is made as short as it can be, and a part is played from its seed again and again the same way.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { diceOf } from '../access/dice.ts'
import { drawn, type Part, type Step } from './part.ts'
import { play, report } from './play.ts'
import { shrunk } from './shrink.ts'

const step = (name: string): Step => ({ do: name, dice: 1 })

/** It breaks where a and b come in this order. */
const breaks = (steps: readonly Step[]) => {
  const text = steps.map(one => one.do).join('')
  return /a.*b/.test(text) ? { message: `broken by ${text}`, isNamed: true } : undefined
}

test('of many steps those are left that it needs', async () => {
  const steps = [...'xxaxxxxyyyxxbzzz'].map(step)
  const found = { part: 'p', seed: 1, steps }
  const least = await shrunk(
    { found, message: 'broken', isNamed: true },
    async one => breaks(one.steps),
    Date.now() + 10_000,
  )
  assert.deepEqual(least.found.steps.map(one => one.do).join(''), 'ab')
  assert.equal(least.message, 'broken by ab')
})

test('without time the case stays as it was found', async () => {
  const found = { part: 'p', seed: 1, steps: [...'xab'].map(step) }
  const first = { found, message: 'broken', isNamed: true }
  assert.deepEqual(await shrunk(first, async one => breaks(one.steps), 0), first)
})

test('a seed draws the same steps again, and a find says how to repeat it', async () => {
  const kinds = { a: 1, b: 1, c: 8 }
  const draw = (seed: number) => drawn(diceOf(seed), kinds, 12)
  assert.deepEqual(draw(5), draw(5))
  assert.notDeepEqual(draw(5), draw(6))
  const part: Part = {
    name: 'p',
    tries: 'nothing',
    begin: async () => ({
      draw: dice => drawn(dice, kinds, 12),
      async play(_, steps) {
        const broken = breaks(steps)
        if (broken) assert.fail(broken.message)
      },
    }),
  }
  const given = { seed: 1, rounds: 40, untilMs: Date.now() + 60_000, shrinkMs: 10_000, mostFailures: 3 }
  const { failures } = await play(part, given)
  assert.equal(failures.length, 3)
  const [first] = failures
  assert.equal(first!.message, 'broken by ab')
  assert.match(
    report(first!),
    /^p, seed \d+, 2 steps: a \d+, b \d+\nbroken by ab\nOnce more: npm run break -- --only p --seed \d+ --rounds 1$/,
  )
  const again = await play(part, { ...given, rounds: 1, steps: first!.found.steps })
  assert.equal(again.failures[0]!.message, 'broken by ab')
})

test('what breaks without a checker is told as that, and the part is ended all the same', async () => {
  let ended = 0
  const part: Part = {
    name: 'p',
    tries: 'nothing',
    begin: async () => ({
      draw: dice => drawn(dice, { a: 1 }, 2),
      async play() {
        throw new TypeError('of nothing')
      },
      async end() {
        ended++
      },
    }),
  }
  const given = { seed: 1, rounds: 1, untilMs: Date.now() + 60_000, shrinkMs: 0, mostFailures: 3 }
  const { failures } = await play(part, given)
  assert.equal(failures[0]!.isNamed, false)
  assert.match(report(failures[0]!), /\nNo checker said so; it broke on the way: of nothing\n/)
  const broken: Part = {
    ...part,
    begin: async () => ({ ...(await part.begin({})), draw: () => assert.fail('no steps') }),
  }
  await assert.rejects(play(broken, given), /no steps/)
  assert.equal(ended, 2)
})
