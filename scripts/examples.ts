// Writes src/describe/examples.json, answers of a server of its own that has loaded the demo programme of one day, and
// docs/questions.md, what it takes an assistant to ask it. test/demo/served.slow.ts says when it must be run again.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoKeys } from '../demo/programme.ts'
import { operations, recordTypes } from '../src/api/index.ts'
import { scopesFor } from '../src/api/scopes.ts'
import { checkToEnd } from '../src/checks/checker.ts'
import { fileIntake } from '../src/files/intake.ts'
import { load } from '../src/load/load.ts'
import { runServer } from '../src/server/serve.ts'
import { readSettings } from '../src/settings/settings.ts'
import { createKey } from '../src/store/keys/keys.ts'
import { logger } from '../src/telemetry/log.ts'
import { ask, pageOf } from '../test/mcp/asked.ts'
import { assistant } from '../test/support/assistants.ts'
import { asking } from './coverage/ask.ts'
import { captureExamples, demoAndSamples, exampleDay } from './examples/capture.ts'

const folder = await mkdtemp(join(tmpdir(), 'muster-examples-'))
const server = await runServer(readSettings({ MUSTER_DATA: folder, PORT: '0' }), logger('warn'), () => {})
try {
  await load(server.database, recordTypes, lines(), {
    files: fileIntake(server.files, undefined),
    seal: server.seal,
    takesComputed: true,
  })
  const secret = await newKey('company')
  const found = await captureExamples(operations, asking(server.baseUrl, secret))
  await writeFile(
    new URL('../src/describe/examples.json', import.meta.url),
    `${JSON.stringify(found, null, 1)}\n`,
  )
  await checkToEnd(server.database)
  const { origin } = new URL(server.baseUrl)
  const company = await assistant(origin, secret)
  const agency = await assistant(origin, await newKey('agency'))
  await writeFile(new URL('../docs/questions.md', import.meta.url), pageOf(await ask({ company, agency })))
  await Promise.all([company.close(), agency.close()])
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function newKey(kind: 'company' | 'agency'): Promise<string> {
  const { secret } = await createKey(server.database, {
    kind,
    owners: demoKeys[kind],
    name: 'Payroll',
    scopes: scopesFor(kind),
    perMinute: 1_000_000,
    perDay: 1_000_000,
  })
  return secret
}

async function* lines(): AsyncIterable<Buffer> {
  for (const line of demoAndSamples(exampleDay)) yield Buffer.from(`${JSON.stringify(line)}\n`)
}
