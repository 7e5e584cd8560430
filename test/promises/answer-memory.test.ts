// The memory of answers by itself: what is kept, for whom, how much of it and for how long.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../src/errors/problem.ts'
import { answerMemory } from '../../src/kernel/call/answer-memory.ts'
import type { Answer, LinkFiller } from '../../src/kernel/operation/answer.ts'

const asked = { sees: 'one', version: '1', question: 'q' }
const saying = (text: string): Answer => ({ status: 200, body: [Buffer.from(text)] })
const textOf = ({ body }: Answer) => Buffer.concat(body).toString()

/** Answers with a number that grows with each time it is made. */
function counting(size = 0) {
  let made = 0
  return async () => saying(`${++made}${'.'.repeat(size)}`)
}

test('the same question of the same eyes and versions is made once; any other is made anew', async () => {
  const [memory, work] = [answerMemory(1e6), counting()]
  const ask = async (more = {}) => textOf(await memory.of({ ...asked, ...more }, work))
  assert.deepEqual([await ask(), await ask()], ['1', '1'])
  assert.equal(await ask({ question: 'other' }), '2')
  assert.equal(await ask({ sees: 'two' }), '3')
  assert.equal(await ask({ version: '2' }), '4')
  assert.deepEqual([await ask({ version: '2' }), await ask({ sees: 'two' })], ['4', '3'])
  assert.deepEqual([memory.counted.hits, memory.counted.misses], [3, 4])
})

test('what is asked while it is being made is made once, and not where the versions have moved', async () => {
  const memory = answerMemory(1e6)
  const [first, second] = [Promise.withResolvers<Answer>(), Promise.withResolvers<Answer>()]
  const before = [1, 2, 3].map(() => memory.of(asked, () => first.promise))
  const after = memory.of({ ...asked, version: '2' }, () => second.promise)
  second.resolve(saying('new'))
  assert.equal(textOf(await after), 'new')
  first.resolve(saying('old'))
  assert.deepEqual((await Promise.all(before)).map(textOf), ['old', 'old', 'old'])
  const fails = async () => assert.fail('it is remembered')
  assert.equal(textOf(await memory.of({ ...asked, version: '2' }, fails)), 'new')
})

test('an answer that comes late is not kept beside those of newer versions', async () => {
  const memory = answerMemory(1e6)
  const slow = Promise.withResolvers<Answer>()
  const late = memory.of(asked, () => slow.promise)
  await memory.of({ ...asked, version: '2' }, counting())
  const { bytes } = memory.counted
  slow.resolve(saying('late'))
  assert.equal(textOf(await late), 'late')
  assert.equal(memory.counted.bytes, bytes)
})

test('who was let in before others, and asks after them, has an answer made and takes none from them', async () => {
  const [memory, work] = [answerMemory(1e6), counting()]
  const ask = async (version: string) => textOf(await memory.of({ ...asked, version }, work))
  assert.deepEqual([await ask('c:1=9,c:2=12+40'), await ask('c:1=9,c:2=11+40')], ['1', '2'])
  assert.deepEqual([await ask('c:1=9,c:2=12+39'), await ask('c:1=9,c:2=12+40')], ['3', '1'])
  // Neither older nor newer cannot be: it is taken for newer.
  assert.deepEqual([await ask('c:1=10,c:2=11+40'), await ask('c:1=10,c:2=11+40')], ['4', '4'])
})

test('refusals, failures and other answers than 200 are told to all who wait and are not kept', async () => {
  const memory = answerMemory(1e6)
  const refuse = async () => {
    throw new Problem('NOT_FOUND', 'none')
  }
  const both = await Promise.allSettled([memory.of(asked, refuse), memory.of(asked, refuse)])
  assert.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  const created = { status: 201, body: [Buffer.from('created')] }
  assert.equal((await memory.of(asked, async () => created)).status, 201)
  const headed = { ...saying('with a header'), headers: { Link: 'x' } }
  assert.deepEqual(await memory.of(asked, async () => headed), headed)
  assert.equal(memory.counted.bytes, 0)
  assert.equal(textOf(await memory.of(asked, counting())), '1')
})

test('it holds as many bytes as it may, and forgets what was not asked for longest', async () => {
  const [memory, work] = [answerMemory(20_000), counting(1500)]
  const ask = async (question: string, sees = 'one') =>
    Number.parseInt(textOf(await memory.of({ ...asked, sees, question }, work)), 10)
  for (let at = 1; at <= 10; at++) assert.equal(await ask(`q${at}`, `by ${at % 3}`), at)
  assert.equal(await ask('q1', 'by 1'), 1)
  assert.equal(await ask('q11'), 11)
  assert.equal(await ask('q12'), 12)
  assert.ok(memory.counted.bytes <= 20_000 && memory.counted.bytes > 15_000, `${memory.counted.bytes}`)
  assert.equal(await ask('q1', 'by 1'), 1)
  assert.equal(await ask('q2', 'by 2'), 13)
  const large = counting(15_000)
  await memory.of({ ...asked, question: 'large' }, large)
  assert.equal(Number.parseInt(textOf(await memory.of({ ...asked, question: 'large' }, large)), 10), 2)
})

/** Puts a name in the place of each link, and counts how often. */
function naming() {
  const made = { times: 0 }
  const by = (name: string): LinkFiller => ({
    name,
    fill(body) {
      made.times++
      return body.map(part => Buffer.from(part.toString().replaceAll('link', name)))
    },
  })
  return { made, by }
}

test('links are filled in once for a key and a moment, and again for any other', async () => {
  const memory = answerMemory(1e6)
  const { made, by } = naming()
  const ask = async (name: string) => {
    const { body, filledBy } = await memory.of(asked, async () => saying('a link'))
    return Buffer.concat(filledBy?.(by(name)) ?? by(name).fill(body)).toString()
  }
  assert.deepEqual([await ask('one'), made.times], ['a one', 1])
  for (let time = 0; time < 5; time++) assert.deepEqual([await ask('one'), made.times], ['a one', 2])
  assert.deepEqual([await ask('two'), made.times], ['a two', 3])
  assert.deepEqual([await ask('one'), made.times], ['a one', 4])
  assert.equal(textOf(await memory.of(asked, counting())), 'a link', 'it is kept as it was')
})

test('answers with their links filled in count towards the memory, and go with the answer', async () => {
  const memory = answerMemory(30_000)
  const { made, by } = naming()
  const ask = async (question: string, version: string, filling: LinkFiller) => {
    const work = async () => saying(`link${'.'.repeat(1500)}`)
    const { body, filledBy } = await memory.of({ ...asked, version, question }, work)
    return filledBy?.(filling) ?? filling.fill(body)
  }
  const questions = ['a', 'b', 'c', 'd', 'e']
  for (const question of questions) await ask(question, '1', by('k'))
  const { bytes } = memory.counted
  await ask('e', '1', by('k'))
  assert.equal(memory.counted.bytes, bytes + 1501)
  await ask('e', '1', by('key'))
  assert.equal(memory.counted.bytes, bytes + 1503, 'that of one key alone is kept')
  for (const question of questions) await ask(question, '1', by('k'))
  assert.ok(memory.counted.bytes <= 15_000, `${memory.counted.bytes}`)
  const answer = await memory.of({ ...asked, question: 'e' }, counting())
  await ask('other', '2', by('k'))
  const after = memory.counted.bytes
  assert.ok(after < 2500, `${after}`)
  const before = made.times
  answer.filledBy?.(by('late'))
  assert.deepEqual([memory.counted.bytes, made.times], [after, before + 1], 'what is forgotten keeps nothing')
})

test('an answer that would be too large with its links filled in is kept without', async () => {
  const memory = answerMemory(13_000)
  const filling = { name: 'long', fill: () => [Buffer.alloc(500)] }
  for (let time = 0; time < 3; time++) {
    const { filledBy } = await memory.of(asked, counting(1200))
    assert.equal((filledBy?.(filling) ?? filling.fill())[0]!.length, 500)
  }
  assert.ok(memory.counted.bytes < 1600, `${memory.counted.bytes}`)
  assert.equal(memory.counted.hits, 2)
})

test('all that was kept under versions that have moved is forgotten at once', async () => {
  const memory = answerMemory(1e6)
  for (const question of ['a', 'b', 'c']) await memory.of({ ...asked, question }, counting(5000))
  await memory.of({ ...asked, version: '2' }, counting())
  assert.ok(memory.counted.bytes < 1000, `${memory.counted.bytes}`)
})

test('nothing is kept while versions do not tell of all that changes, nor where there is no room at all', async () => {
  let holds = true
  const [memory, work] = [answerMemory(1e6, { holds: () => holds, renewals: () => 0 }), counting()]
  const ask = async () => textOf(await memory.of(asked, work))
  assert.deepEqual([await ask(), await ask()], ['1', '1'])
  holds = false
  assert.deepEqual([await ask(), await ask()], ['2', '3'])
  holds = true
  assert.equal(await ask(), '4')
  const [none, again] = [answerMemory(0), counting()]
  assert.equal(textOf(await none.of(asked, again)), '1')
  assert.equal(textOf(await none.of(asked, again)), '2')
})

test('everything is forgotten when the database may be another one, and what was being made then is not kept', async () => {
  let renewals = 0
  const trust = { holds: () => true, renewals: () => renewals }
  const [memory, work] = [answerMemory(1e6, trust), counting()]
  const ask = async () => textOf(await memory.of(asked, work))
  assert.deepEqual([await ask(), await ask()], ['1', '1'])
  renewals++
  assert.deepEqual([await ask(), await ask(), await ask()], ['2', '3', '3'])
  const late = Promise.withResolvers<void>()
  const making = memory.of({ ...asked, question: 'slow' }, () => late.promise.then(() => saying('before')))
  renewals++
  late.resolve()
  await making
  assert.equal(textOf(await memory.of({ ...asked, question: 'slow' }, async () => saying('after'))), 'after')
})

test('who reads everything once leaves others half of the memory', async () => {
  const [memory, work] = [answerMemory(40_000), counting(1500)]
  const ask = async (sees: string, question: string) =>
    textOf(await memory.of({ ...asked, sees, question }, work))
  const first = await ask('small', 'kept')
  for (let at = 0; at < 100; at++) await ask('large', `page ${at}`)
  assert.equal(await ask('small', 'kept'), first)
  assert.ok(memory.counted.bytes <= 30_000, `${memory.counted.bytes}`)
})

test('small answers take no more memory than is counted, whatever else is made beside them', async () => {
  const memory = answerMemory(64_000_000)
  const ask = (at: number) =>
    memory.of({ ...asked, question: String(at) }, async () => saying('x'.repeat(500)))
  for (let at = 0; at < 1000; at++) {
    await ask(at)
    // Takes what is left of the large buffer that Node cuts small ones from.
    for (let other = 0; other < 20; other++) Buffer.allocUnsafe(3000)
  }
  const held = new Set<ArrayBufferLike>()
  for (let at = 0; at < 1000; at++) for (const { buffer } of (await ask(at)).body) held.add(buffer)
  const bytes = [...held].reduce((sum, { byteLength }) => sum + byteLength, 0)
  assert.equal(memory.counted.hits, 1000)
  assert.ok(bytes <= memory.counted.bytes, `${bytes} bytes for ${memory.counted.bytes}`)
})
