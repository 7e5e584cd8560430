// A file is what it says from its first byte to its last, and its name shows what it is, whether it was posted, loaded or is
// downloaded.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { files as demoFiles, pdfSaying, png } from '../../demo/files.ts'
import { cleanFileName } from '../../src/formats/file-name.ts'
import { contentFault, endingsOf, knownTypes } from '../../src/formats/file-type.ts'
import { sql } from '../../src/store/engine/sql.ts'
import { rivals } from '../support/lines.ts'
import { dataUrl, masterLists, newcomer, posted } from '../support/newcomer.ts'
import { testServer } from '../support/server.ts'
import { declared, file, paper, pdf } from './papers.ts'

const script = Buffer.from('<script>alert(document.domain)</script>')
const contentOf = (type: string): Buffer => {
  const found = [...demoFiles()].find(({ contentType }) => contentType === type) as { base64: string }
  return Buffer.from(found.base64, 'base64')
}
const jpeg = contentOf('image/jpeg')

/** The same picture with another size in its header. */
function sized(type: 'image/png' | 'image/jpeg', width: number, height: number): Buffer {
  const copy = Buffer.from(contentOf(type))
  if (type === 'image/png') {
    copy.writeUInt32BE(width, 16)
    copy.writeUInt32BE(height, 20)
    return copy
  }
  const frame = copy.indexOf(Buffer.from([0xff, 0xc0]))
  copy.writeUInt16BE(height, frame + 5)
  copy.writeUInt16BE(width, frame + 7)
  return copy
}

const segment = (marker: number, ...bytes: number[]) => [0xff, marker, 0, bytes.length + 2, ...bytes]
const jpegOf = (...bytes: number[]) => Buffer.from([0xff, 0xd8, ...bytes])
const frame = segment(0xc2, 8, 0, 8, 0, 8, 1, 1, 0x11, 0)
const scan = segment(0xda, 1, 1, 0, 0, 63, 0)
const end = [0xff, 0xd9]

const whole: [string, string, Buffer][] = [
  ['a PDF', 'application/pdf', pdfSaying('whole')],
  [
    'a PDF with line ends of Windows',
    'application/pdf',
    Buffer.from('%PDF-2.0\r\nx\r\nstartxref\r\n8\r\n%%EOF\r\n'),
  ],
  ['a PDF that was amended', 'application/pdf', Buffer.concat([pdfSaying('one'), pdfSaying('two')])],
  ['a PDF with a few bytes behind it', 'application/pdf', Buffer.concat([pdfSaying('x'), Buffer.alloc(500)])],
  ['a PNG', 'image/png', png()],
  ['a PNG of 15,000 × 16,000', 'image/png', sized('image/png', 15_000, 16_000)],
  ['a JPEG', 'image/jpeg', jpeg],
  ['a JPEG with a film behind it', 'image/jpeg', Buffer.concat([jpeg, Buffer.from('ftypmp42')])],
  [
    'a JPEG in several scans',
    'image/jpeg',
    jpegOf(...frame, ...scan, 1, 0xff, 0, 0xff, 0xd3, 2, ...scan, 3, ...end),
  ],
  ['a JPEG with bytes that fill', 'image/jpeg', jpegOf(0xff, ...frame, 0xff, 0xff, ...scan, 1, 0xff, ...end)],
]
for (const [what, type, bytes] of whole)
  test(`${what} is whole`, () => {
    assert.equal(contentFault(type, bytes), undefined)
  })

const signature = png().subarray(0, 8)
const chunk = (type: string, length: number) => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, Buffer.alloc(length + 4)])
}
const header = png().subarray(8, 33)
const broken: [string, string, Buffer, RegExp][] = [
  ['a script behind the signature of a PNG', 'image/png', Buffer.concat([signature, script]), /not whole/],
  ['a script behind a PNG', 'image/png', Buffer.concat([png(), script]), /something else behind it/],
  ['a PNG that was cut', 'image/png', png().subarray(0, -1), /not whole/],
  ['the signature of a PNG alone', 'image/png', signature, /not whole/],
  [
    'a PNG without a header',
    'image/png',
    Buffer.concat([signature, chunk('IDAT', 13), chunk('IEND', 0)]),
    /no header/,
  ],
  ['a PNG with a long header', 'image/png', Buffer.concat([signature, chunk('IHDR', 14)]), /no header/],
  ['a PNG without pixels', 'image/png', Buffer.concat([signature, header, chunk('IEND', 0)]), /not whole/],
  [
    'a PNG whose end is not empty',
    'image/png',
    Buffer.concat([signature, header, chunk('IDAT', 1), chunk('IEND', 1)]),
    /not whole/,
  ],
  [
    'a PNG with a chunk of no name',
    'image/png',
    Buffer.concat([signature, header, chunk('ID1T', 0)]),
    /not whole/,
  ],
  ['a PNG of 50,000 × 50,000', 'image/png', sized('image/png', 50_000, 50_000), /50000 × 50000 pixels/],
  ['a PNG without a width', 'image/png', sized('image/png', 0, 4), /without a size/],
  ['a PNG without a height', 'image/png', sized('image/png', 4, 0), /without a size/],
  ['a JPEG of 65,000 × 65,000', 'image/jpeg', sized('image/jpeg', 65_000, 65_000), /65000 × 65000 pixels/],
  [
    'a script behind the signature of a JPEG',
    'image/jpeg',
    Buffer.concat([jpeg.subarray(0, 4), script]),
    /not whole/,
  ],
  ['a JPEG that was cut', 'image/jpeg', jpeg.subarray(0, -2), /not whole/],
  ['a JPEG that was cut in its header', 'image/jpeg', jpeg.subarray(0, 30), /not whole/],
  ['a JPEG without a frame', 'image/jpeg', jpegOf(...scan, 1, ...end), /not whole/],
  ['a JPEG without pixels', 'image/jpeg', jpegOf(...frame, ...end), /not whole/],
  ['a JPEG with a frame of no size', 'image/jpeg', jpegOf(...segment(0xc0, 8, 0, 8), ...end), /not whole/],
  [
    'a JPEG with a segment of no length',
    'image/jpeg',
    jpegOf(0xff, 0xe0, 0, 1, ...frame, ...scan, ...end),
    /not whole/,
  ],
  [
    'a script behind the signature of a PDF',
    'application/pdf',
    Buffer.concat([Buffer.from('%PDF-1.7\n'), script]),
    /does not end/,
  ],
  [
    'a PDF with a script of a page behind it',
    'application/pdf',
    Buffer.concat([pdfSaying('x'), Buffer.alloc(1100), script]),
    /does not end/,
  ],
  ['a PDF of no version', 'application/pdf', Buffer.from('%PDF-x\nstartxref\n0\n%%EOF'), /no version/],
  [
    'a PDF that points beyond its end',
    'application/pdf',
    Buffer.from('%PDF-1.4\nstartxref\n999\n%%EOF'),
    /missing/,
  ],
]
for (const [what, type, bytes, because] of broken)
  test(`${what} is refused`, () => {
    assert.match(contentFault(type, bytes) ?? '', because)
  })

test('no piece of any of these is whole but where it has its end, and no bytes make the check fail', () => {
  for (const [, type, bytes] of whole.filter(([what]) => !/behind|amended/.test(what)))
    for (let length = 0; length < Math.min(bytes.length - 2, 600); length++)
      assert.ok(contentFault(type, bytes.subarray(0, length)), `${length} bytes of ${type}`)
  fc.assert(
    fc.property(fc.constantFrom(...knownTypes), fc.uint8Array({ maxLength: 300 }), (type, tail) => {
      const bytes = Buffer.concat([contentOf(type).subarray(0, 40), tail])
      assert.doesNotThrow(() => contentFault(type, bytes))
    }),
  )
})

test('all demo files are what they say, and keep their names', () => {
  for (const { contentType, base64, fileName } of demoFiles() as Iterable<Record<string, string>>) {
    assert.equal(contentFault(contentType!, Buffer.from(base64!, 'base64')), undefined, fileName)
    assert.equal(cleanFileName(fileName!, contentType!), fileName)
  }
})

const names: [given: string, type: string, cleaned: string][] = [
  ['passport.png', 'image/png', 'passport.png'],
  ['Pass PORT.JPeG', 'image/jpeg', 'Pass PORT.JPeG'],
  ['x.html', 'image/png', 'x.png'],
  ['x.exe', 'application/pdf', 'x.pdf'],
  ['..', 'application/pdf', 'file.pdf'],
  ['.', 'text/plain', 'file'],
  ['.htaccess', 'image/png', 'htaccess.png'],
  ['../../etc/passwd', 'application/pdf', '_.._etc_passwd.pdf'],
  ['C:\\scans\\card.pdf', 'application/pdf', 'C__scans_card.pdf'],
  ['gpj.\u202egnp', 'image/jpeg', 'gpj.jpg'],
  ['in\u200bvisible.pdf', 'application/pdf', 'invisible.pdf'],
  ['report v1.2', 'application/pdf', 'report v1.2.pdf'],
  ['card.png ', 'image/png', 'card.png'],
  ['card.png.', 'image/png', 'card.png'],
  ['nul.pdf', 'application/pdf', '_nul.pdf'],
  ['Żółć 日本.pdf', 'application/pdf', 'Żółć 日本.pdf'],
  ['notes.docx', 'application/msword', 'notes.docx'],
]
for (const [given, type, cleaned] of names)
  test(`as ${type}, ${JSON.stringify(given)} is called ${cleaned}`, () => {
    assert.equal(cleanFileName(given, type), cleaned)
  })

test('whatever a name was, what it becomes is short, plain, of its type, and stays so', () => {
  const any = fc.string({ unit: 'binary', minLength: 1, maxLength: 255 })
  fc.assert(
    fc.property(any, fc.constantFrom(...knownTypes, 'text/plain'), (given, type) => {
      const name = cleanFileName(given, type)
      assert.ok(name.length > 0 && name.length <= 255 && name.isWellFormed())
      assert.doesNotMatch(name, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]|^[\s.]|^$/u)
      const endings = endingsOf(type)
      if (endings.length > 0) assert.match(name.toLowerCase(), new RegExp(`.\\.(${endings.join('|')})$`))
      assert.equal(cleanFileName(name, type), name)
    }),
  )
  const long = cleanFileName(`${'x'.repeat(251)}.html`, 'image/jpeg')
  assert.deepEqual([long.length, long.slice(-6)], [255, 'xx.jpg'])
})

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
