// A server that is told to stop does not wait for those who read an export slowly.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openExport } from '../support/exports.ts'
import { demoFolder, stop, up } from '../support/process.ts'

test('a server stops beside an export that nobody reads, which never passes for the whole', async () => {
  const server = await up(await demoFolder(), ['--demo'], { STOP_TIMEOUT: '1' })
  const path = '/timesheets?format=ndjson&includeTimelogs=true'
  const answer = await openExport(new URL(server.baseUrl).origin, path, server.companyKey)
  assert.equal(answer.statusCode, 200)
  const reading = answer.toArray().then(
    () => answer.trailers['muster-count'],
    () => undefined,
  )
  answer.pause()
  assert.equal(await stop(server), 0)
  answer.resume()
  const count = await reading
  assert.ok(count === undefined || Number(count) > 100)
})
