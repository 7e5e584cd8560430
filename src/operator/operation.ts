// Operations for operators and for holders of keys are declared as values: routes, checks, the OpenAPI document and the
// types of the portal come from them.
import type { IncomingMessage } from 'node:http'
import type { Static, TSchema } from 'typebox'
import type { Caller } from '../access/caller.ts'
import type { Operator, OperatorPurpose } from '../access/operators.ts'
import type { Database } from '../database/database.ts'
import type { LoadOptions } from '../load/load.ts'
import type { LoadReport } from '../load/load-report.ts'
import type { LoadAbout } from '../load/recorded-load.ts'
import type { RecordType } from '../record-types/record-type.ts'
import type { Seal } from '../record-types/seal.ts'
import type { SessionTimes } from '../store/operators/sessions.ts'
import type { ReplicaState } from '../store/replicas/reads.ts'
import type { Readiness } from '../store/schema/readiness.ts'
import type { Webhooks } from '../webhooks/open-webhooks.ts'
import type { DecisionContext } from '../workers/link.ts'
import type { AuditSubject } from './audit.ts'

export type OperatorBackend = {
  database: Database
  types: readonly RecordType[]
  webhooks: Webhooks
  /** What decisions about matches need. */
  deciding: DecisionContext
  /** Encrypts what lies encrypted in records. */
  seal: Seal
  readiness: Readiness
  /** The state of each replica. */
  replicas(): readonly ReplicaState[]
  metrics: { contentType: string; exposition(): Promise<string> }
  /** How long sessions of the portal last. */
  sessions: SessionTimes
  load(
    input: AsyncIterable<Buffer>,
    options: LoadOptions,
    about: LoadAbout,
  ): Promise<LoadReport & { id: string }>
  /** Background work that failed and has not succeeded since. */
  troubles(): Promise<ReadonlyMap<string, { text: string; since: string; count: number }>>
  /** Where its data lies. */
  folder: string
}

/** Both interfaces declare their operations alike: `C` is what a call brings, and what it works on. */
export type DeclaredOperation<C> = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  summary: string
  /** For operations other than GET. */
  changes?: AuditSubject | 'nothing'
  /** Query parameters, each with a schema of its text. */
  query: Readonly<Record<string, TSchema>>
  /** What parameters mean whose names do not say it. */
  meanings?: Readonly<Record<string, string>>
  /** The operation itself reads lines, as they arrive. */
  body?: TSchema | 'lines'
  /** Where its body may be larger than others. */
  mostBodyBytes?: number
  /** A text or a document is sent as it is, everything else in an envelope. */
  answers: TSchema | 'text' | 'document'
  status: 200 | 201
  run(call: C): Promise<unknown>
}

type Body<T> = T extends TSchema ? Static<T> : undefined

/** The names of the places in a path, such as `id` in `/keys/{id}`. */
export type PlaceIn<Path extends string> = Path extends `${string}{${infer Place}}${infer Rest}`
  ? Place | PlaceIn<Rest>
  : never

/** The compiler knows what each takes and answers, for those who call it. */
const declaring =
  <C, Extra>() =>
  <
    const M extends DeclaredOperation<C>['method'],
    const P extends string,
    const A extends DeclaredOperation<C>['answers'],
    const T extends TSchema | 'lines' | undefined = undefined,
  >(
    method: M,
    path: P,
    declared: Extra &
      Pick<DeclaredOperation<C>, 'summary'> &
      Partial<Pick<DeclaredOperation<C>, 'query' | 'meanings' | 'status' | 'mostBodyBytes'>> &
      (M extends 'GET' ? { changes?: never } : { changes: AuditSubject | 'nothing' }) & {
        answers: A
        body?: T
        run(call: C & { body: Body<T>; path: Record<PlaceIn<P>, string> }): Promise<unknown>
      },
  ) =>
    ({ method, path, query: {}, status: 200, ...declared }) as unknown as DeclaredOperation<C> &
      Extra & { method: M; path: P; answers: A; body?: T }

/** What every call brings, whoever makes it. */
export type CallArguments = { path: Record<string, string>; query: Record<string, string>; body: unknown }

export type OperatorCall = OperatorBackend & CallArguments & { request: IncomingMessage; operator: Operator }
/** Says which roles may call it. */
type ForRoles = { for: OperatorPurpose }
export type OperatorOperation = DeclaredOperation<OperatorCall> & ForRoles
export const operatorOperation = declaring<OperatorCall, ForRoles>()

export type OwnBackend = OperatorBackend & { caller: Caller }
export type OwnCall = OwnBackend & CallArguments
export type OwnOperation = DeclaredOperation<OwnCall> & { answers: TSchema }
export const ownOperation = declaring<OwnCall, unknown>()
