// A new worker's documents: each in the collection its qualification belongs to, with the number, expiry and files
// that it asks for, and files that are what they say (§4.12).

import { type DataUrl, maxFileBytes, readDataUrl } from '../../formats/data-url.ts'
import { isCalendarDay } from '../../formats/day.ts'
import { cleanFileName, longestName } from '../../formats/file-name.ts'
import { knownTypes } from '../../formats/file-type.ts'
import { compactCode } from '../../formats/fold.ts'
import { LongText } from '../../kernel/operation/body.ts'
import { isPassport, isWorkShareCode } from '../../matching/identity-numbers.ts'
import { type BodyObject, BodyReader, type Flaws, isBodyObject } from '../flaws.ts'
import { needsHomeOffice, type Qualification } from '../rules/qualifications.ts'
import { isPassportCalled } from '../rules/worker-identity.ts'
import type { NewDocument, Upload } from './new-worker.ts'
import { documentNames, fileNames, mostInBody } from './shape.ts'

export type Qualifications = ReadonlyMap<string, Qualification>

const places = { attachment: 'attachments', rightToWork: 'rightToWork' } as const

const checkResult = 'cannot be supplied: results of checks are kept by the service'
const notTaken = {
  uploadToken: 'is not accepted; send each file whole, in files[].content',
  rightToWorkCheck: checkResult,
  verification: checkResult,
  systemValidation: checkResult,
  validations: checkResult,
}

/** Every document id that is mentioned, right or wrong. */
export const mentionedDocuments = (body: BodyObject): string[] =>
  Object.values(places).flatMap(place =>
    [body[place]]
      .flat()
      .flatMap(item => (isBodyObject(item) && typeof item.documentId === 'string' ? [item.documentId] : [])),
  )

export function readDocuments(
  reader: BodyReader,
  qualifications: Qualifications,
  today: string,
): NewDocument[] {
  return (['attachment', 'rightToWork'] as const).flatMap(collection =>
    reader.list(places[collection], mostInBody.documents).flatMap((given, index) => {
      const at = `${places[collection]}[${index}]`
      const paper = readDocument(reader.flaws, given, at, { collection, qualifications, today })
      return paper ? [paper] : []
    }),
  )
}

type DocumentContext = {
  collection: NewDocument['collection']
  qualifications: Qualifications
  today: string
}

function readDocument(
  flaws: Flaws,
  given: unknown,
  at: string,
  { collection, qualifications, today }: DocumentContext,
): NewDocument | undefined {
  if (!isBodyObject(given)) return flaws.add(at, 'must be an object', 'INVALID_DOCUMENT')
  const reader = new BodyReader(flaws, given, at, 'INVALID_DOCUMENT')
  reader.known(documentNames, notTaken)
  const id = reader.requiredExact('documentId', 'is required: an id from GET /master-qualifications', 64)
  const asked = id === undefined ? undefined : qualifications.get(id)
  if (id !== undefined && !asked) reader.flaw('documentId', 'is not an id from GET /master-qualifications')
  if (asked && asked.collection !== collection)
    reader.flaw('documentId', `is ${asked.name}, which belongs in ${places[asked.collection]}`)
  const files = readFiles(reader, asked)
  if (!asked) return undefined
  const homeOffice = needsHomeOffice(asked.name, asked)
  const passport = collection === 'rightToWork' && isPassportCalled(asked.name)
  const number = readNumber(reader, asked, { homeOffice, passport })
  const expiration = readExpiry(reader, asked, today)
  return {
    collection,
    documentType: asked.name,
    agencySpecific: asked.agencySpecific,
    homeOffice,
    passport,
    files,
    ...(asked.smartCheck && { smartCheck: asked.smartCheck }),
    ...(number !== undefined && { number }),
    ...(expiration !== undefined && { expiration }),
  }
}

function readNumber(
  reader: BodyReader,
  asked: Qualification,
  { homeOffice, passport }: Pick<NewDocument, 'homeOffice' | 'passport'>,
): string | undefined {
  const number = reader.text('documentNumber', 64)
  const missing = reader.value('documentNumber') === undefined
  if (missing && asked.documentNumber === 'required')
    return reader.flaw('documentNumber', `is required of ${asked.name}`)
  if (!missing && asked.documentNumber === 'none')
    return reader.flaw('documentNumber', `is not taken: ${asked.name} has none`)
  if (number !== undefined && passport)
    return isPassport(number)
      ? compactCode(number)
      : reader.flaw('documentNumber', `must be the number of ${asked.name}: 6 to 9 letters and digits`)
  if (number === undefined || !homeOffice) return number
  return isWorkShareCode(number)
    ? compactCode(number)
    : reader.flaw(
        'documentNumber',
        `must be a share code for ${asked.name}: 9 letters and digits, the first W`,
      )
}

function readExpiry(reader: BodyReader, asked: Qualification, today: string): string | undefined {
  const expiration = reader.exact('expiration')
  const missing = reader.value('expiration') === undefined
  if (missing && asked.expiry === 'required')
    return reader.flaw('expiration', `is required of ${asked.name}, as YYYY-MM-DD`)
  if (!missing && asked.expiry === 'none')
    return reader.flaw('expiration', `is not taken: ${asked.name} does not expire`)
  if (expiration === undefined) return undefined
  if (!isCalendarDay(expiration) || expiration < '1900' || expiration > '2200')
    return reader.flaw('expiration', 'is not a calendar date; write it as YYYY-MM-DD')
  if (asked.collection === 'rightToWork' && expiration < today && !asked.mayBePast)
    return reader.flaw('expiration', `is past: ${asked.name} must be in force`)
  return expiration
}

function readFiles(reader: BodyReader, asked: Qualification | undefined): Upload[] {
  const given = reader.list('files', mostInBody.files)
  const files = given.flatMap(
    (file, index) => readFile(reader.flaws, file, reader.path(`files[${index}]`)) ?? [],
  )
  if (asked && given.length < asked.minimumFiles)
    reader.flaw('files', `has ${given.length}; ${asked.name} needs at least ${asked.minimumFiles}`)
  return files
}

function readFile(flaws: Flaws, given: unknown, at: string): Upload | undefined {
  if (!isBodyObject(given)) return flaws.add(at, 'must be an object', 'INVALID_DOCUMENT')
  const reader = new BodyReader(flaws, given, at, 'INVALID_DOCUMENT')
  reader.known(fileNames, notTaken)
  const fileName = reader.required('fileName', 'is required', longestName)
  const docType = reader.exact('docType')
  if (docType !== undefined && docType !== 'Front' && docType !== 'Back')
    reader.flaw('docType', 'must be Front or Back')
  const content = readContent(reader)
  if (fileName === undefined || !content) return undefined
  return {
    fileName: cleanFileName(fileName, content.mime),
    ...content,
    ...(docType && { docType: docType as 'Front' | 'Back' }),
  }
}

function readContent(reader: BodyReader): { mime: string; bytes: Buffer } | undefined {
  const given = reader.value('content')
  if (given === undefined) return reader.flaw('content', 'is required: the file as a base64 data URL')
  if (typeof given !== 'string' && !(given instanceof LongText))
    return reader.flaw('content', 'must be a text: the file as a base64 data URL')
  const file = typeof given === 'string' ? readDataUrl(Buffer.from(given), maxFileBytes) : given.file
  if ('flaw' in file) return reader.flaw('content', ...flawOf(file))
  if (!knownTypes.includes(file.mime))
    return reader.flaw(
      'content',
      `is ${file.mime.slice(0, 80)}; send PDF, JPEG or PNG`,
      'UNSUPPORTED_FILE_TYPE',
    )
  const { mime, bytes, fault } = file
  return fault === undefined ? { mime, bytes } : reader.flaw('content', fault, 'UNSUPPORTED_FILE_TYPE')
}

function flawOf({
  flaw,
}: Extract<DataUrl, { flaw: string }>): [string, 'FILE_TOO_LARGE' | 'INVALID_DOCUMENT'] {
  if (flaw === 'large')
    return [`is larger than ${maxFileBytes / 1024 / 1024} MB when decoded`, 'FILE_TOO_LARGE']
  if (flaw === 'empty') return ['is an empty file', 'INVALID_DOCUMENT']
  if (flaw === 'base64')
    return ['is not base64: use the standard alphabet, padded, without line breaks', 'INVALID_DOCUMENT']
  return ['is not a data URL; write data:<mime>;base64,<data>', 'INVALID_DOCUMENT']
}
