// What an operation gives back: JSON as bytes, ready for a socket. Two lanes end here: stored text handed on
// as it is, and records that had to be parsed because something in them is hidden or was not asked for.

import type { Redaction } from '../../access/redact.ts'
import type { Viewer } from '../../access/viewer.ts'
import { type Fields, onlyFields } from '../../shape/fields.ts'
import { readMarked, writeMarked } from '../../shape/file-mark.ts'
import type { ExportFormat } from '../../tables/export-format.ts'
import { fieldsOfText } from '../../tables/fields-text.ts'
import type { Page, Row, RowGroup } from '../query/plan.ts'

export type Answer = {
  status: number
  /** Links to files are still to be filled in. */
  body: Buffer[]
  headers?: Record<string, string>
  stream?: Stream
  /** Which page of a list it is. */
  page?: PageMeta
  /** Called when the body is sent, where its memory may then be used again; whoever does not call it only wastes that. */
  release?(): void
  /** Set where the body with its links filled in may be at hand, from whoever asked the same before. */
  filledBy?(filling: LinkFiller): Buffer[]
}

export type PageMeta = { page: number; limit: number; total: number }

/** Puts addresses in the place of links to files. */
export type LinkFiller = {
  /** Two fillings of one name give the same for the same answer. */
  name: string
  fill(body: readonly Buffer[]): Buffer[]
}

/** What follows the body, made while it is sent. */
export type Stream = {
  chunks: AsyncIterable<Buffer>
  /** Known once the chunks have ended, and announced before. */
  trailers(): Record<string, string>
  trailerNames: readonly string[]
  /** Who has it waiting where it is read slowly: the owners of the key. */
  owners: readonly string[]
  format: Pick<ExportFormat, 'noun' | 'isCompressed' | 'showsItsEnd'>
  /** Aborted, with the reason, when it is to be broken off. */
  late?: AbortSignal | undefined
  /** Gives back what it holds: called when nothing more is sent, however it ended. */
  close(): Promise<void>
}

const bytes = (text: string) => Buffer.from(text)
const openSingle = bytes('{"success":true,"data":')
const openList = bytes('{"success":true,"data":[')
const emptyList = bytes('[]')
const comma = bytes(',')
const close = bytes('}')

export const singleAnswer = (value: unknown): Answer => ({
  status: 200,
  body: [openSingle, bytes(writeMarked(value)), close],
})

/** A number in an answer that is written as this text, of which it may have more digits than we can count with. */
export const exactNumber = (text: string): unknown =>
  (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text)

export function listOfValues(values: readonly unknown[], meta: object): Answer {
  return { status: 200, body: [bytes(writeMarked({ success: true, data: values, meta }))] }
}

/** One page of a list that was worked out whole. */
export const pageOfValues = (values: readonly unknown[], meta: PageMeta): Answer => ({
  ...listOfValues(values, meta),
  page: meta,
})

/** How rows become the text a viewer is shown. */
export type View = {
  redaction: Redaction
  viewer: Viewer
  /** Property names of the Parts that were asked for, in the order of Row.parts. */
  parts: readonly string[]
  /** Those that are an empty list where a row has none. */
  lists?: ReadonlySet<string>
  fields?: Fields
  /** Put into the parsed record before it is cut down. */
  amend?: (record: Record<string, unknown>) => void
}

export function listOfRows(
  page: Page,
  view: View,
  at: { page: number; limit: number },
  more: object = {},
): Answer {
  const body: Buffer[] = [openList]
  const asStored = view.parts.length > 0 || view.fields ? undefined : page.texts
  const isAsStored = asStored && page.rows.every(row => isWhole(row, view))
  if (isAsStored) body.push(asStored)
  else
    for (const [index, row] of page.rows.entries()) {
      if (index > 0) body.push(comma)
      body.push(...shownRow(row, view))
    }
  const meta = { page: at.page, limit: at.limit, total: page.total }
  body.push(bytes(`],"meta":${JSON.stringify({ ...meta, ...more })}}`))
  return { status: 200, body, page: meta, ...(isAsStored && page.release && { release: page.release }) }
}

/** Values, some of them with a record as ready text beside their own properties. */
export function listWithRecords(
  values: readonly { value: object; record: readonly Buffer[] | undefined }[],
  meta: object,
): Answer {
  const body: Buffer[] = [openList]
  for (const [index, { value, record }] of values.entries()) {
    const text = `${index > 0 ? ',' : ''}${JSON.stringify(value)}`
    if (record) body.push(bytes(`${text.slice(0, -1)},"record":`), ...record, close)
    else body.push(bytes(text))
  }
  body.push(bytes(`],"meta":${JSON.stringify(meta)}}`))
  return { status: 200, body }
}

export const singleRow = (row: Row, view: View): Answer => ({
  status: 200,
  body: [openSingle, ...shownRow(row, view), close],
})

/** Whether it is shown as it is stored. */
const isWhole = (row: Row, view: View) =>
  !view.amend && (row.clean || !view.redaction.hides(view.viewer.kind))

/** A row as its viewer is shown it. */
export function shownRow(row: Row, view: View): Buffer[] {
  if (!isWhole(row, view)) return [parsed(row, view)]
  if (view.fields) return [fieldsOfText(wholeText(row, view), view.fields)]
  if (view.parts.length === 0) return [row.text]
  return withParts(row, view)
}

/** All rows of a group as their viewer is shown them, where that is how they are stored. */
export const wholeLines = ({ lines }: RowGroup, { fields, amend }: View): Buffer | undefined =>
  fields || amend ? undefined : lines

/** Parts go before the record's last brace. */
function withParts(row: Row, { parts, lists }: View): Buffer[] {
  const pieces = [row.text.subarray(0, row.text.length - 1)]
  for (const [index, name] of parts.entries()) {
    const part = row.parts[index] ?? (lists?.has(name) ? emptyList : undefined)
    if (part) pieces.push(bytes(`,${JSON.stringify(name)}:`), part)
  }
  pieces.push(close)
  return pieces
}

const wholeText = (row: Row, view: View): Buffer =>
  view.parts.length === 0 ? row.text : Buffer.concat(withParts(row, view))

const wholeRecord = (row: Row, view: View): Record<string, unknown> =>
  readMarked(wholeText(row, view).toString()) as Record<string, unknown>

/** The text of a row that is shown as it is stored; undefined where it has to be read. */
export const storedText = (row: Row, view: View): Buffer | undefined =>
  isWhole(row, view) ? wholeText(row, view) : undefined

/** A row's record as its viewer is shown it, before `fields`: what is clean is not looked through. */
export const shownRecord = (row: Row, view: View): Record<string, unknown> =>
  isWhole(row, view) ? wholeRecord(row, view) : recordOf(row, view)

/** The same, parsed and redacted. */
export function recordOf(row: Row, view: View): Record<string, unknown> {
  const value = wholeRecord(row, view)
  view.amend?.(value)
  view.redaction.redact(value, view.viewer)
  return value
}

function parsed(row: Row, view: View): Buffer {
  const value = recordOf(row, view)
  return bytes(writeMarked(view.fields ? onlyFields(value, view.fields) : value))
}
