// Writes src/describe/examples.json: answers of a server of its own that has loaded the demo programme of one
// day. test/demo/served.slow.ts says when it must be run again.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoKeys } from '../demo/programme.ts'
import { operations, recordTypes } from '../src/api/index.ts'
import { scopesFor } from '../src/api/scopes.ts'
import { fileIntake } from '../src/files/intake.ts'
import { load } from '../src/load/load.ts'
import { logger } from '../src/log.ts'
import { serve } from '../src/main.ts'
import { readSettings } from '../src/settings.ts'
import { createKey } from '../src/store/keys/keys.ts'
import { asking } from './coverage/ask.ts'
import { captureExamples, demoAndSamples, exampleDay } from './examples/capture.ts'

const folder = await mkdtemp(join(tmpdir(), 'muster-examples-'))
const server = await serve(readSettings({ MUSTER_DATA: folder, PORT: '0' }), logger('warn'), () => {})
try {
  await load(server.database, recordTypes, lines(), {
    files: fileIntake(server.files, undefined),
    seal: server.seal,
  })
  const { secret } = await createKey(server.database, {
    kind: 'company',
    owners: demoKeys.company,
    name: 'Payroll',
    scopes: scopesFor('company'),
    perMinute: 1_000_000,
    perDay: 1_000_000,
  })
  const found = await captureExamples(operations, asking(server.baseUrl, secret))
  const at = new URL('../src/describe/examples.json', import.meta.url)
  await writeFile(at, `${JSON.stringify(found, null, 1)}\n`)
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function* lines(): AsyncIterable<Buffer> {
  for (const line of demoAndSamples(exampleDay)) yield Buffer.from(`${JSON.stringify(line)}\n`)
}
