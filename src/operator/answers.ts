// What each operation takes and answers, as types, for the portal: it writes none of them down itself.
import type { Static, TSchema } from 'typebox'
import type { PlaceIn } from './operation.ts'
import type { ownOperations } from './own-operations.ts'
import type { declaredOperations } from './surface.ts'

type Typed<O, Prefix extends string> = O extends {
  method: infer M extends string
  path: infer P extends string
  answers: infer A extends TSchema
  body?: infer B
}
  ? { name: `${M} ${Prefix}${P}`; answer: Static<A>; body: BodyOf<B> }
  : never

type BodyOf<B> = [B] extends [string | undefined]
  ? { body?: never }
  : B extends TSchema
    ? { body: Static<B> }
    : never

type All =
  | Typed<(typeof declaredOperations)[number], '/operator'>
  | Typed<(typeof ownOperations)[number], '/own'>

/** Method and path, such as `GET /operator/keys/{id}`. */
export type OperationName = All['name']
export type OperatorAnswer<Name extends OperationName> = Extract<All, { name: Name }>['answer']

/** What a call of it needs: a value for each place in its path, and a body where it takes one. */
export type Needs<Name extends OperationName> = Extract<All, { name: Name }>['body'] &
  ([PlaceIn<Name>] extends [never] ? { path?: never } : { path: Record<PlaceIn<Name>, string> })
