// Creating a worker as an assistant does: as a tool over HTTP, over the command with files as paths, and by the SDK.
import assert from 'node:assert/strict'
import { openAsBlob } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { pdfSaying } from '../../demo/files.ts'
import { createMuster } from '../../sdk/index.ts'
import { assistant } from '../support/assistants.ts'
import { rivals } from '../support/lines.ts'
import { masterLists, newcomer } from '../support/newcomer.ts'
import { type Json, testServer } from '../support/server.ts'

const server = await testServer()
await server.load([...rivals(), ...masterLists()])
const key = await server.key('agency', ['a1'])
const folder = await mkdtemp(join(tmpdir(), 'muster-papers-'))
after(() => rm(folder, { recursive: true, force: true }))
const paper = join(folder, 'course.pdf')
await writeFile(paper, pdfSaying('Manual Handling'))

const { attachments: _, rightToWork: __, ...plain } = newcomer(1)

test('the tool is there for agency keys with write:workers alone, and says that it writes', async () => {
  const one = await assistant(server.origin, key)
  const tool = (await one.tools()).find(({ name }) => name === 'open_api_create_worker')
  assert.equal(tool.annotations.readOnlyHint, false)
  assert.ok(tool.inputSchema.required.includes('consent'))
  const { structuredContent } = await one.call('open_api_create_worker', plain)
  assert.match(structuredContent.data.reference, /./)
  const again = await one.call('open_api_create_worker', plain)
  assert.match(again.content[0].text, /^(WORKER_MATCH_REQUIRES_REVIEW|WORKER_CONFLICT): /)
  const wrong = await one.call('open_api_create_worker', { ...plain, gender: 'x', consent: false })
  assert.match(wrong.content[0].text, /^VALIDATION_ERROR: /)
  const reader = await assistant(
    server.origin,
    await server.key('agency', ['a1'], { scopes: ['read:workers'] }),
  )
  assert.ok(!(await reader.tools()).some(({ name }) => name === 'open_api_create_worker'))
  await Promise.all([one.close(), reader.close()])
})

test('over the command, documents are paths of files', async () => {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const command = fileURLToPath(new URL('../../muster', import.meta.url))
  const env = { ...(process.env as Record<string, string>), MUSTER_URL: server.origin, MUSTER_API_KEY: key }
  await client.connect(new StdioClientTransport({ command, args: ['mcp'], env }))
  const { attachments: _, rightToWork: __, ...somebody } = newcomer(2)
  const asked = (path: string) => ({
    name: 'open_api_create_worker',
    arguments: { ...somebody, attachments: [{ documentId: 'course', files: [{ path }] }] },
  })
  const tools = (await client.listTools()).tools as Json[]
  const schema = JSON.stringify(tools.find(({ name }) => name === 'open_api_create_worker').inputSchema)
  assert.ok(schema.includes('"path"') && !schema.includes('"content"'))
  const none = (await client.callTool(asked(join(folder, 'none.pdf')))) as Json
  assert.match(none.content[0].text, /^BAD_REQUEST: There is no file at /)
  const pathless = { ...somebody, attachments: [{ documentId: 'course', files: [{ docType: 'Front' }] }] }
  const refused = (await client.callTool({ name: 'open_api_create_worker', arguments: pathless })) as Json
  assert.match(refused.content[0].text, /^BAD_REQUEST: Every one of files needs a path/)
  const made = (await client.callTool(asked(paper))) as Json
  assert.equal(made.structuredContent.data.attachments[0].files[0].fileName, 'course.pdf')
  await client.close()
})

test('a set that only reads writes nothing over the command either', async () => {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const command = fileURLToPath(new URL('../../muster', import.meta.url))
  const env = { ...(process.env as Record<string, string>), MUSTER_URL: server.origin, MUSTER_API_KEY: key }
  await client.connect(new StdioClientTransport({ command, args: ['mcp', '--set', 'readonly'], env }))
  const { attachments: _, rightToWork: __, ...somebody } = newcomer(40)
  await assert.rejects(
    client.callTool({ name: 'open_api_create_worker', arguments: somebody }),
    /Unknown tool/,
  )
  await client.close()
})

test('the SDK sends Blobs as documents, and the same attempt twice is done once', async () => {
  const muster = createMuster({ url: server.origin, key })
  const { attachments: _, rightToWork: __, ...somebody } = newcomer(3) as Json
  const file = await openAsBlob(paper)
  const body = {
    ...somebody,
    attachments: [{ documentId: 'course', files: [{ file, fileName: 'course.pdf' }] }],
  }
  const [first, second] = [
    await muster.workers.create(body, { idempotencyKey: 'attempt-1' }),
    await muster.workers.create(body, { idempotencyKey: 'attempt-1' }),
  ] as Json[]
  assert.equal(first.id, second.id)
  const content = await fetch(first.attachments[0].files[0].url)
  assert.deepEqual(Buffer.from(await content.arrayBuffer()), pdfSaying('Manual Handling'))
  await assert.rejects(muster.workers.create(body), { name: 'MusterError', status: 409 })
})
