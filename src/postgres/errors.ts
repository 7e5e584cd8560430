// The errors of the client: PostgreSQL refused a statement, or there is no connection.

/** PostgreSQL's own words may quote values: whoever logs one keeps to the code and the names. */
export class PostgresError extends Error {
  override name = 'PostgresError'
  readonly code: string
  readonly severity: string
  readonly detail: string | undefined
  readonly hint: string | undefined
  readonly table: string | undefined
  readonly column: string | undefined
  readonly constraint: string | undefined
  readonly routine: string | undefined

  /** The fields of an ErrorResponse, by their letter. */
  constructor(fields: ReadonlyMap<string, string>) {
    super(fields.get('M') ?? 'PostgreSQL gave no reason')
    this.code = fields.get('C') ?? 'XX000'
    this.severity = fields.get('V') ?? fields.get('S') ?? 'ERROR'
    this.detail = fields.get('D')
    this.hint = fields.get('H')
    this.table = fields.get('t')
    this.column = fields.get('c')
    this.constraint = fields.get('n')
    this.routine = fields.get('R')
  }
}

/** There is no connection, or no longer. One that ends takes every statement that waits on it along. */
export class ConnectionError extends Error {
  override name = 'ConnectionError'
  readonly code: string
  /** False where it never reached PostgreSQL; true where it may have been carried out, and nobody can tell. */
  readonly mayHaveRun: boolean

  constructor(
    message: string,
    { code, mayHaveRun = false, cause }: { code: string; mayHaveRun?: boolean; cause?: unknown },
  ) {
    super(message, { cause })
    this.code = code
    this.mayHaveRun = mayHaveRun
  }
}
