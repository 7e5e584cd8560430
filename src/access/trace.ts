// What is kept of a call by a known key: when, what was asked, how it ended, and whose record was read. Neither
// addresses nor query strings nor anything of the answer.

export type Trace = {
  keyId: string
  /** By the database's clock. */
  at: string
  /** Method and path as declared; empty where the call was refused before it was looked at. */
  operation: string
  /** The status of an answer, the code of a problem. */
  outcome: string
  read?: { kind: string; id: string }
}
