// Operator tokens: how owners see them, and how they are made and ended.
import { hashOfSecret, hintOfSecret, newSecret } from '../../access/key-format.ts'
import { type Operator, type OperatorRole, operatorRoles } from '../../access/operators.ts'
import type { Statements } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { newId } from '../../formats/id.ts'
import { flag, instant, oneOf, text } from '../../shape/shape.ts'
import { declareList } from '../lists/list.ts'

export const operatorRole = oneOf(...operatorRoles)

export const tokens = declareList({
  noun: 'operator token',
  from: sql`operator_token t`,
  columns: {
    id: [text, sql`t.id`],
    name: [text, sql`t.name`],
    role: [operatorRole, sql`t.role`],
    hint: [text, sql`t.hint`],
    revoked: [flag, sql`t.revoked_at is not null`],
    createdAt: [instant, sql`t.created_at`],
  },
  order: { id: sql`t.id`, all: sql`t.created_at desc, t.id` },
  table: {
    Id: 'id',
    Name: 'name',
    Role: ({ role }) => role,
    Token: 'hint',
    State: ({ revoked }) => (revoked ? 'revoked' : 'active'),
    Created: 'createdAt',
  },
})

export async function createOperatorToken(database: Statements, name: string, role: OperatorRole) {
  const secret = newSecret('operator')
  const id = newId()
  await database.rows(sql`
    insert into operator_token (id, name, role, hash, hint)
    values (${id}, ${name}, ${role}, ${hashOfSecret(secret)}, ${hintOfSecret(secret)})`)
  return { secret, id }
}

/** The operator token with this secret, unless it was revoked. */
export async function operatorTokenWith(database: Statements, secret: string): Promise<Operator | undefined> {
  const row = await database.row<Omit<Operator, 'via'>>(
    sql`select id, name, role from operator_token where hash = ${hashOfSecret(secret)} and revoked_at is null`,
  )
  return row && { ...row, via: 'token' }
}

export const revokeOperatorToken = (database: Statements, id: string) =>
  database.hasRows(
    sql`update operator_token set revoked_at = coalesce(revoked_at, now()) where id = ${id} returning id`,
  )
