// Small files that open: a page of one line, a grey picture, a blue one.

/** Where each object begins is written at the end, so that readers need not repair the file. */
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

/** Eight by eight pixels, with what it stands for as a comment after the opening segment of 20 bytes. */
export function jpegOf(comment: string): Buffer {
  const plain = Buffer.from(grey, 'base64')
  const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
  return Buffer.concat([plain.subarray(0, 20), head, Buffer.from(comment, 'latin1'), plain.subarray(20)])
}

export const png = (): Buffer => Buffer.from(blue, 'base64')
