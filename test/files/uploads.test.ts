// Files are checked and their names cleaned alike, whether they were posted, loaded or are downloaded.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { png } from '../../demo/files.ts'
import { sql } from '../../src/database/sql.ts'
import { rivals } from '../support/lines.ts'
import { dataUrl, masterLists, newcomer, posted } from '../support/newcomer.ts'
import { testServer } from '../support/server.ts'
import { broken } from './contents.ts'
import { declared, file, paper, pdf } from './papers.ts'

const server = await testServer(declared)
await server.load([...rivals(), ...masterLists()])
const agency = await server.key('agency', ['a1'])
const company = await server.key('company', ['c1'])

const posting = (number: number, fileName: string, content: string) =>
  server.get(
    '/workers',
    agency,
    posted(newcomer(number, { attachments: [{ documentId: 'course', files: [{ fileName, content }] }] })),
  )

test('POST /workers keeps cleaned names, and refuses what is not whole, saying why', async () => {
  const { status, body } = await posting(1, '..\u202egnp/x.html', dataUrl(png(), 'image/png'))
  assert.equal(status, 200, JSON.stringify(body))
  const [{ fileName, url }] = body.data.attachments[0].files
  assert.equal(fileName, 'gnp_x.png')
  const download = await fetch(url)
  assert.match(download.headers.get('content-disposition')!, /^attachment; filename="gnp_x.png"/)
  assert.equal(download.headers.get('x-content-type-options'), 'nosniff')
  let number = 2
  for (const [what, type, bytes, because] of broken) {
    const refused = await posting(number++, 'x.png', dataUrl(bytes, type))
    assert.deepEqual([refused.status, refused.body.error.code], [400, 'UNSUPPORTED_FILE_TYPE'], what)
    assert.match(refused.body.error.message, because)
  }
})

test('a load keeps cleaned names, and refuses what is not whole, saying why', async () => {
  const rejected: string[] = []
  const lines = broken.map(([, contentType, bytes], at) => file(`broken${at}`, bytes, { contentType }))
  const onRejection = ({ path, reason }: { path: string; reason: string }) =>
    void rejected.push(`${path} ${reason}`)
  const report = await server.load(
    [...lines, file('named', pdf('x'), { fileName: 'a/b\u202e.exe' }), paper('p', { url: 'file:named' })],
    { onRejection },
  )
  assert.equal(report.counts.created, 2)
  assert.equal(rejected.length, broken.length)
  for (const [at, [, , , because]] of broken.entries()) assert.match(rejected[at]!, because)
  const disposition = async () => {
    const { url } = (await server.get('/papers/p', company)).body.data
    return (await fetch(url)).headers.get('content-disposition')
  }
  assert.match((await disposition())!, /filename="a_b.pdf"/)
  // A name from before names were cleaned.
  await server.database.rows(sql`update file set file_name = '../x.html' where id = 'named'`)
  assert.match((await disposition())!, /filename="_x.pdf"/)
})
