// Operations of the operator's interface are declared as values: routes, checks and the OpenAPI document come from them.
import type { IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import type { Static, TSchema } from 'typebox'
import type { Compile } from 'typebox/compile'
import type { Operator, OperatorPurpose } from '../access/operators.ts'
import { Problem } from '../errors/problem.ts'
import type { TakeBody } from '../http/surface.ts'
import type { LoadOptions, LoadReport } from '../load/load.ts'
import type { RecordType } from '../record-types/record-type.ts'
import { Type } from '../shape/schema.ts'
import type { Database } from '../store/database/database.ts'
import type { ReplicaState } from '../store/database/reads.ts'
import type { SessionTimes } from '../store/keys/sessions.ts'
import type { Readiness } from '../store/schema/readiness.ts'
import type { Webhooks } from '../webhooks/open-webhooks.ts'
import type { DecisionContext } from '../workers/link.ts'
import type { Measures } from './measures.ts'
import type { LoadAbout } from './recorded-load.ts'

export type OperatorBackend = {
  database: Database
  types: readonly RecordType[]
  webhooks: Webhooks
  /** What decisions about matches need. */
  deciding: DecisionContext
  readiness: Readiness
  /** The state of each replica. */
  replicas(): readonly ReplicaState[]
  measured: Measures
  /** How long sessions of the portal last. */
  sessions: SessionTimes
  load(
    input: AsyncIterable<Buffer>,
    options: LoadOptions,
    about: LoadAbout,
  ): Promise<LoadReport & { id: string }>
  /** Background work that failed and has not succeeded since. */
  troubles: ReadonlyMap<string, { since: string; count: number }>
  /** Where its data lies. */
  folder: string
}

/** What an operation changes, for the audit. What is kept of it holds neither secrets nor personal data. */
export type Subject = {
  kind: string
  /** Its state; read before and after. */
  state?(id: string, database: Database): Promise<unknown>
  /** Its id, where the path has none. */
  idIn?(answer: never): string
  /** What is kept of the answer where there is no state to read. */
  outcome?(answer: never): unknown
  /** Whether all that is changed is in the database, so that it can be one transaction with the row of the audit. */
  atOnce?: true
}

export type OperatorCall<B = unknown> = {
  path: Record<string, string>
  query: Record<string, string>
  body: B
  request: IncomingMessage
  operator: Operator
}

export type OperatorOperation = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  summary: string
  /** Says which roles may call it. */
  for: OperatorPurpose
  /** For operations other than GET. */
  changes?: Subject | 'nothing'
  /** Query parameters, each with a schema of its text. */
  query: Readonly<Record<string, TSchema>>
  /** The operation itself reads lines, as they arrive. */
  body?: TSchema | 'lines'
  /** A text or a document is sent as it is, everything else in an envelope. */
  answers: TSchema | 'text' | 'document'
  status: 200 | 201
  run(call: OperatorCall, backend: OperatorBackend): Promise<unknown>
}

type Body<T> = T extends TSchema ? Static<T> : undefined

/** With what the compiler knows of it, for those who ask for what it answers. */
export type Typed<O, M, P, A> = O & { method: M; path: P; answers: A }

export const operatorOperation = <
  const M extends OperatorOperation['method'],
  const P extends string,
  const A extends OperatorOperation['answers'],
  const T extends TSchema | 'lines' | undefined = undefined,
>(
  method: M,
  path: P,
  declared: Pick<OperatorOperation, 'summary' | 'for'> &
    Partial<Pick<OperatorOperation, 'query' | 'status'>> &
    (M extends 'GET' ? { changes?: never } : { changes: Subject | 'nothing' }) & {
      answers: A
      body?: T
      run(call: OperatorCall<Body<T>>, backend: OperatorBackend): Promise<unknown>
    },
) => ({ method, path, query: {}, status: 200, ...declared }) as unknown as Typed<OperatorOperation, M, P, A>

const mostBytes = 1024 * 1024

export async function readBody(
  { headers }: IncomingMessage,
  take: TakeBody,
  schema: TSchema,
): Promise<unknown> {
  const type = headers['content-type']?.split(';')[0]?.trim()
  if (type !== undefined && type !== 'application/json')
    throw new Problem('UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json')
  const { bytes, release } = await take(mostBytes, `The body is larger than ${mostBytes} bytes`)
  try {
    return checked(schema, parsed(bytes.toString()), 'body')
  } finally {
    release()
  }
}

function parsed(text: string): unknown {
  if (text === '') return {}
  try {
    return JSON.parse(text, (name, value) => (typeof value === 'string' ? plain(value, name) : value))
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem('INVALID_JSON', 'The body is not valid JSON')
  }
}

/** Refuses text that PostgreSQL cannot store. */
export function plain(text: string, where: string): string {
  if (!text.includes('\0') && text.isWellFormed()) return text
  throw new Problem('VALIDATION_ERROR', `${where}: has a character that no text may have; remove it`)
}

/** Loaded when something is checked for the first time, as it would slow every start down. */
const compile: typeof Compile = (schema: TSchema) =>
  createRequire(import.meta.url)('typebox/compile').Compile(schema)

const compiled = new WeakMap<TSchema, ReturnType<typeof Compile>>()

function checked(schema: TSchema, value: unknown, where: string): unknown {
  const check = compiled.get(schema) ?? compile(schema)
  compiled.set(schema, check)
  if (check.Check(value)) return value
  const wrong = check.Errors(value)[0] as Wrong
  throw new Problem(
    'VALIDATION_ERROR',
    `${where}${wrong.instancePath.replaceAll('/', '.')}: ${said(schema, wrong)}`,
  )
}

type Wrong = { keyword: string; instancePath: string; message: string; params: { allowedValues?: string[] } }

/** Says what is allowed, where the checker only says that the value is not. */
function said(schema: TSchema, { keyword, instancePath, message, params }: Wrong): string {
  const { properties, description } = schema as { properties?: object; description?: string }
  if (keyword === 'boolean') {
    const names = instancePath.lastIndexOf('/') === 0 ? Object.keys(properties ?? {}) : []
    return `is not known here${names.length > 0 ? `; there are ${names.join(', ')}` : ''}`
  }
  if (keyword === 'enum' && params.allowedValues) return `must be one of ${params.allowedValues.join(', ')}`
  return keyword === 'pattern' && description ? `must be ${description}` : message
}

/** Refuses parameters that are unknown, repeated or invalid. */
export function readOperatorQuery(
  { query }: Pick<OperatorOperation, 'query'>,
  given: ReadonlyMap<string, readonly string[]>,
): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [name, texts] of given) {
    const schema = Object.hasOwn(query, name) ? query[name] : undefined
    if (!schema) {
      const known = Object.keys(query)
      throw new Problem(
        'BAD_REQUEST',
        `Unknown parameter "${name.slice(0, 80)}"; ${known.length > 0 ? `there are ${known.join(', ')}` : 'there are none here'}`,
      )
    }
    if (texts.length !== 1) throw new Problem('BAD_REQUEST', `${name} was given ${texts.length} times`)
    values[name] = checked(schema, plain(texts[0]!, name), name) as string
  }
  return values
}

export const yesOrNo = Type.Unsafe<'true' | 'false'>({ type: 'string', enum: ['true', 'false'] })
