// The few small files that all records share; records link to them as `file:<id>`.

import { idOf } from './random.ts'
import type { FileLine } from './world.ts'

const demoFiles = [
  'key-information-document.pdf',
  'supervision-statement.pdf',
  'status-determination.pdf',
  'induction-certificate.pdf',
  'invoice.pdf',
  'application-for-payment.pdf',
  'timesheet-snapshot.pdf',
  'remittance-advice.pdf',
  'training-certificate.pdf',
  'right-to-work-result.pdf',
  'curriculum-vitae.pdf',
  'agency-contract.pdf',
  'term-dates.pdf',
  'letter.pdf',
  'card-front.jpg',
  'card-back.jpg',
  'passport.jpg',
  'certificate.jpg',
  'receipt.jpg',
  'receipt-scan.png',
] as const

export type FileName = (typeof demoFiles)[number]

const links = new Map(demoFiles.map((name, index) => [name, `file:${idOf('file', index)}`]))

export const fileLinkTo = (fileName: FileName): string => links.get(fileName)!

export const linkedFile = (fileName: FileName) => ({ fileName, url: fileLinkTo(fileName) })

/** A file on another server: such links are shown as they are. */
export const linkElsewhere = (path: string): string => `https://documents.example/${path}`

/** One page with one line of text, and a valid cross-reference table so that readers need not repair the file. */
export function pdfSaying(line: string): Buffer {
  const page = `BT /F1 14 Tf 72 760 Td (${line}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  let index = '0000000000 65535 f \n'
  for (const [at, object] of objects.entries()) {
    index += `${String(text.length).padStart(10, '0')} 00000 n \n`
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
  }
  const size = objects.length + 1
  const end = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(`${text}xref\n0 ${size}\n${index}${end}`, 'latin1')
}

const grey =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAj/wAALCAAIAAgBAREA/8QAFQAAAgAAAAAAAAAAAAAAAAAAAAb/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/9oACAEBAAA/AGh//9k='
const blue =
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAAEElEQVR42mOIqlgARwzEcQBVMhch3JoX4AAAAABJRU5ErkJggg=='

/** Eight by eight grey pixels; a comment after the first segment of 20 bytes makes each file different. */
function jpegOf(comment: string): Buffer {
  const plain = Buffer.from(grey, 'base64')
  const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
  return Buffer.concat([plain.subarray(0, 20), head, Buffer.from(comment, 'latin1'), plain.subarray(20)])
}

export const png = (): Buffer => Buffer.from(blue, 'base64')

const kinds: Record<string, readonly [contentType: string, contentOf: (title: string) => Buffer]> = {
  pdf: ['application/pdf', pdfSaying],
  jpg: ['image/jpeg', jpegOf],
  png: ['image/png', png],
}

export function* files(): Generator<FileLine> {
  for (const [index, fileName] of demoFiles.entries()) {
    const [contentType, contentOf] = kinds[fileName.slice(-3)]!
    const base64 = contentOf(`${fileName.slice(0, -4).replaceAll('-', ' ')}, demo`).toString('base64')
    yield { type: 'file', id: idOf('file', index), fileName, contentType, base64 }
  }
}
