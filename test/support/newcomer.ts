// Bodies for POST /workers: whole and valid, each of somebody else, taking what the test is about.
import { pdfSaying, png } from '../../demo/files.ts'
import type { Line } from './lines.ts'

export type Body = Record<string, unknown>

/** The qualifications and trades that bodies refer to, as load lines. */
export const masterLists = (): Line[] => [
  ...['mt1', 'mt2'].map(id => ({ type: 'masterTrade', record: { id, name: `Trade ${id}` } })),
  ...qualifications.map(record => ({ type: 'masterQualification', record })),
]

const qualification = (id: string, name: string, collection: string, more: object = {}) => ({
  id,
  name,
  collection,
  documentNumber: 'optional',
  expiry: 'optional',
  minimumFiles: 1,
  agencySpecific: false,
  ...more,
})
const both = { documentNumber: 'required', expiry: 'required' }
const qualifications = [
  qualification('passport', 'UK passport', 'rightToWork', both),
  qualification('irish', 'Irish passport', 'rightToWork', { ...both, mayBePast: true }),
  qualification('birth', 'Birth certificate with NI evidence', 'rightToWork', {
    expiry: 'none',
    minimumFiles: 2,
  }),
  qualification('visa', 'Visa', 'rightToWork', { documentNumber: 'required', homeOfficeCheck: true }),
  qualification('card', 'CSCS Labourer', 'attachment', { ...both, minimumFiles: 2, smartCheck: 'CSCS' }),
  qualification('course', 'Manual Handling', 'attachment'),
  qualification('cv', 'CV', 'attachment', { documentNumber: 'none', expiry: 'none', agencySpecific: true }),
]

const letters = 'ABCEGHJKLMNPRSTWXYZ'
const places = ['EC1A1BB', 'M11AE', 'B338TH', 'CR26XH', 'DN551PT', 'W1A0AX', 'LS11UR', 'BS15TR']
const syllables = [
  'bal',
  'cor',
  'dun',
  'fen',
  'gar',
  'hol',
  'kin',
  'lom',
  'mar',
  'nor',
  'pel',
  'ros',
  'sut',
  'tam',
]

/** The same number gives the same person; different ones share nothing that would make them one. */
export function newcomer(number: number, more: Body = {}): Body {
  const word = (salt: number) =>
    [0, 1, 2]
      .map(
        at =>
          syllables[Math.floor((number * 7 + salt * 5) / syllables.length ** at + at * 3) % syllables.length],
      )
      .join('')
  const day = String(1 + (number % 28)).padStart(2, '0')
  const month = String(1 + (Math.floor(number / 28) % 12)).padStart(2, '0')
  const pair = letters[number % 12]! + letters[Math.floor(number / 12) % 12]!
  return {
    firstName: `${word(1)}a`,
    lastName: `${word(2)}son${word(3)}`,
    dob: `${1960 + (Math.floor(number / 336) % 40)}-${month}-${day}`,
    email: `person${number}@people.example`,
    phone: `07${String(400_000_000 + number)}`,
    countryCode: '+44',
    gender: 'Male',
    nationality: 'United Kingdom',
    nationalIns: `${pair}${String(100_000 + number).slice(-6)}A`.replace(/^(BG|GB|KN|NK|NT|TN|ZZ)/, 'AB'),
    address: {
      lineOne: `${number} High Street`,
      city: 'London',
      country: 'United Kingdom',
      code: places[number % places.length],
    },
    trades: ['mt1'],
    agencyId: `AG-${number}`,
    consent: true,
    ...more,
  }
}

export const dataUrl = (bytes: Buffer, mime = 'application/pdf') =>
  `data:${mime};base64,${bytes.toString('base64')}`

export const pdf = (saying = 'a test') => dataUrl(pdfSaying(saying))
export const pngUrl = () => dataUrl(png(), 'image/png')

export const paper = (documentId: string, more: Body = {}, files = 1): Body => ({
  documentId,
  files: Array.from({ length: files }, (_, index) => ({ fileName: `page-${index}.pdf`, content: pdf() })),
  ...more,
})

/** A body large enough to be read beside the main thread. */
export const largePdf = (bytes: number, salt = 0) => {
  const content = Buffer.alloc(bytes, 0x20 + (salt % 64))
  content.write('%PDF-1.7\n')
  content.write('\nstartxref\n0\n%%EOF\n', bytes - 20)
  return dataUrl(content)
}

export const posted = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
