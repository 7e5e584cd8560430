// A JSON body as an operation gets it: checked for form, with long texts set apart as what they hold, so that no
// large string is ever made of them.
import type { DataUrl } from '../../formats/data-url.ts'
import type { TSchema } from '../../shape/shape.ts'

/** What an operation takes as its body. */
export type BodyRule = { schema: TSchema; maxBytes: number }

/** A text too long for anything but the content of a file. */
export class LongText {
  readonly file: DataUrl

  constructor(file: DataUrl) {
    this.file = file
  }
}

export type Body = {
  value: unknown
  /** SHA-256 of what was sent, in hexadecimal digits. */
  sha256: string
}

/** From what was sent to a body; refuses what is not JSON with a Problem. */
export type Decode = (bytes: Buffer) => Promise<Body>

/** The same for a message that is no more than its value: every text in it stays one. */
export type Parse = (bytes: Buffer) => Promise<unknown>
