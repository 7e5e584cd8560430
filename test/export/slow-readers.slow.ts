// Buffers that exports use again never show one reader the bytes of another.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations, recordTypes } from '../../src/api/index.ts'
import { eventually } from '../support/eventually.ts'
import { openExport, readExport, snapshots } from '../support/exports.ts'
import { testFolder } from '../support/files.ts'
import { rivals, timesheet, withComment } from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const rows = 3000
const spill = {
  folder: await testFolder(),
  memoryBytes: 100_000,
  diskBytes: 1_000_000_000,
}

test('slow readers get the bytes of their own records, while other exports are broken off', async () => {
  const two = await testServer({ operations, types: recordTypes, exports: { perKey: 9, atOnce: 40, spill } })
  await two.load(rivals())
  const asked: { secret: string; path: string; right: Buffer }[] = []
  for (const number of ['1', '2']) {
    const own = { company: `c${number}`, project: `p${number}`, agency: `a${number}`, worker: `w${number}` }
    // More than sockets hold, in groups of less than a buffer, which alone is used again.
    const lines = Array.from({ length: rows }, (_, at) =>
      timesheet(`s${number}-${at}`, own, withComment(5000)),
    )
    await two.load(lines)
    const secret = await two.key('company', [own.company])
    for (const format of ['ndjson', 'csv']) {
      const path = `/timesheets?format=${format}`
      const { bytes } = await readExport(two.origin, path, secret)
      assert.equal(bytes.includes('C1-T-'), number === '1')
      assert.equal(bytes.includes('C2-T-'), number === '2')
      asked.push({ secret, path, right: bytes })
    }
  }
  const opening = () => Promise.all(asked.map(({ path, secret }) => openExport(two.origin, path, secret)))
  for (let round = 0; round < 2; round++) {
    const [slow, broken] = await Promise.all([opening(), opening()])
    for (const answer of broken) {
      let left = Math.random() * 10_000_000
      for await (const piece of answer) {
        left -= piece.length
        if (left < 0) break
      }
    }
    await eventually('all rows are read', async () => (await snapshots(two)) === 0)
    for (const [index, answer] of slow.entries())
      assert.ok(asked[index]!.right.equals(Buffer.concat(await answer.toArray())), asked[index]!.path)
  }
})
