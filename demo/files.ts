// The few files that all records share; `file:<id>` stands where a link is shown.
import { jpegOf, pdfSaying, png } from './file-bytes.ts'
import type { FileLine } from './load-line.ts'
import { idOf } from './random.ts'

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

const contentTypes: Record<string, string> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  png: 'image/png',
}

const links = new Map(demoFiles.map((name, index) => [name, `file:${idOf('file', index)}`]))

export const fileLinkTo = (fileName: FileName): string => links.get(fileName)!

/** A file that lies elsewhere: such links are shown as they are. */
export const linkElsewhere = (path: string): string => `https://documents.example/${path}`

function contentOf(fileName: FileName): Buffer {
  const title = `${fileName.replace(/\.\w+$/, '').replaceAll('-', ' ')}, demo`
  if (fileName.endsWith('.pdf')) return pdfSaying(title)
  return fileName.endsWith('.jpg') ? jpegOf(title) : png()
}

export function* files(): Generator<FileLine> {
  for (const [index, fileName] of demoFiles.entries()) {
    const contentType = contentTypes[fileName.slice(-3)]!
    const base64 = contentOf(fileName).toString('base64')
    yield { type: 'file', id: idOf('file', index), fileName, contentType, base64 }
  }
}
