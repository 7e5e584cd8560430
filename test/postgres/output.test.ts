// Messages are written into memory that grows: wherever it does, what is sent is the same.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MessageWriter } from '../../src/postgres/output.ts'
import { writeParameters } from '../../src/postgres/types.ts'

const memory = 16 * 1024

const writings: Record<string, (out: MessageWriter) => void> = {
  byte: out => out.byte(7),
  int16: out => out.int16(-2),
  int32: out => out.int32(70_000),
  int64: out => out.int64(-5n),
  float64: out => out.float64(1.5),
  bytes: out => out.raw(Buffer.from('some bytes')),
  'a text': out => out.utf8('ä text'),
  'a long text': out => out.utf8('é'.repeat(2000)),
  'a name': out => out.zeroEnded('name'),
  'a message': out => out.message('Q', () => out.zeroEnded('select 1')),
  parameters: out =>
    writeParameters(
      out,
      [1, 'two', true, null, [1, null], ['a'], new Date(0)],
      [23, 25, 16, 25, 1007, 1009, 1184],
    ),
}

for (const [what, write] of Object.entries(writings))
  test(`${what} may lie anywhere across the end of the memory`, () => {
    const alone = new MessageWriter()
    write(alone)
    const wanted = alone.take()
    for (let before = memory - 200; before <= memory; before++) {
      const out = new MessageWriter()
      out.raw(Buffer.alloc(before, 1))
      write(out)
      const taken = out.take()
      assert.deepEqual(taken.subarray(before), wanted, `after ${before} bytes`)
      assert.ok(taken.subarray(0, before).every(byte => byte === 1))
    }
  })
