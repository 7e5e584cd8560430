// Files that records refer to; `file:<id>` stands where a link is shown.
import type { FileLoadLine } from './load-line.ts'
import { idOf } from './random.ts'

export const demoFiles = [
  'key-information-document.pdf',
  'supervision-statement.pdf',
  'status-determination.pdf',
  'induction-certificate.pdf',
] as const

const idAt = (index: number) => idOf('file', index)

export const fileLinkTo = (fileName: (typeof demoFiles)[number]): string =>
  `file:${idAt(demoFiles.indexOf(fileName))}`

export function* files(): Generator<FileLoadLine> {
  for (const [index, fileName] of demoFiles.entries()) {
    const title = fileName.replace('.pdf', '').replaceAll('-', ' ')
    const base64 = onePage(`Demo: ${title}`).toString('base64')
    yield { type: 'file', id: idAt(index), fileName, contentType: 'application/pdf', base64 }
  }
}

/** The smallest PDF that shows one line of plain text. */
export function onePage(line: string): Buffer {
  const drawing = `BT /F1 18 Tf 72 740 Td (${line.replace(/[()\\]/g, '\\$&')}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = String(text.length).padStart(10, '0')
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${place} 00000 n \n`
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`
  return Buffer.from(
    `${text}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
  )
}
