// What each operation answers, as a type, for the portal: it writes none of them down itself.
import type { Static, TSchema } from 'typebox'
import type { ownOperations } from './own-operations.ts'
import type { declaredOperations } from './surface.ts'

type Answers<O, Prefix extends string> = O extends {
  method: infer M extends string
  path: infer P extends string
  answers: infer A extends TSchema
}
  ? { name: `${M} ${Prefix}${P}`; answer: Static<A> }
  : never

type All =
  | Answers<(typeof declaredOperations)[number], '/operator'>
  | Answers<(typeof ownOperations)[number], '/own'>

/** By method and path, such as `GET /operator/keys/{id}`. */
export type Answer<Name extends All['name']> = Extract<All, { name: Name }>['answer']
