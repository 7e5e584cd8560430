// Files that records refer to; `file:<id>` stands where a link is shown.
import { idOf } from './random.ts'

export const demoFiles = [
  'key-information-document.pdf',
  'supervision-statement.pdf',
  'status-determination.pdf',
  'induction-certificate.pdf',
] as const

export const fileLinkTo = (fileName: (typeof demoFiles)[number]): string =>
  `file:${idOf('file', demoFiles.indexOf(fileName))}`
