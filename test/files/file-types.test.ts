// A file is what it says from its first byte to its last, and its name shows what it is.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { files as demoFiles } from '../../demo/files.ts'
import { cleanFileName } from '../../src/formats/file-name.ts'
import { contentFault, endingsOf, knownTypes } from '../../src/formats/file-type.ts'
import { broken, contentOf, whole } from './contents.ts'

for (const [what, type, bytes] of whole)
  test(`${what} is whole`, () => {
    assert.equal(contentFault(type, bytes), undefined)
  })

for (const [what, type, bytes, because] of broken)
  test(`${what} is refused`, () => {
    assert.match(contentFault(type, bytes) ?? '', because)
  })

test('every byte of a signature counts', () => {
  for (const [type, length] of Object.entries({ 'application/pdf': 5, 'image/jpeg': 3, 'image/png': 8 }))
    for (let at = 0; at < length; at++) {
      const bytes = Buffer.from(contentOf(type))
      bytes[at]! ^= 1
      assert.match(contentFault(type, bytes)!, /its bytes are not/, `byte ${at} of ${type}`)
    }
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
  ['card.jpe', 'image/jpeg', 'card.jpe'],
  ['card.JFIF', 'image/jpeg', 'card.JFIF'],
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
  [' .card.png. ', 'image/png', 'card.png'],
  ['card.png.', 'image/png', 'card.png'],
  [' .card.png. ', 'image/png', 'card.png'],
  ['nul.pdf', 'application/pdf', '_nul.pdf'],
  ['Com1', 'application/pdf', '_Com1.pdf'],
  ['icon.png', 'image/png', 'icon.png'],
  ['v1.draft 2', 'application/pdf', 'v1.draft 2.pdf'],
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
  const longer = cleanFileName(`${'x'.repeat(300)}.pdf`, 'application/pdf')
  assert.deepEqual([longer.length, longer.slice(-6)], [255, 'xx.pdf'])
  assert.equal(cleanFileName('x'.repeat(255), 'image/png'), `${'x'.repeat(251)}.png`)
  const page = '\u{1F4C4}'
  const inOneHalf = cleanFileName(`${page}${'x'.repeat(248)}${page}.pdf`, 'application/pdf')
  assert.equal(inOneHalf, `${page}${'x'.repeat(248)}.pdf`, 'a character is left out whole, and no other one')
})
