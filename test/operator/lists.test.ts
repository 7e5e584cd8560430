// A list that operators look at is declared once; a mistake in its declaration is refused in one line, as it is read or
// when a server starts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import '../../src/operator/surface.ts'
import { sql } from '../../src/database/sql.ts'
import { instant, text } from '../../src/shape/shape.ts'
import { checkLists } from '../../src/store/lists/check-lists.ts'
import type { AnyDeclaration } from '../../src/store/lists/declaration.ts'
import { type AnyList, declaredLists, declareList } from '../../src/store/lists/list.ts'
import { testServer } from '../support/server.ts'

const { database } = await testServer()

let made = 0
const declared = (changes: Partial<AnyDeclaration>): AnyList => {
  const list = declareList({
    noun: `delivery ${++made}`,
    from: sql`delivery d`,
    columns: { id: [text, sql`d.n`], at: [instant, sql`d.created_at`] },
    order: { table: 'delivery', alias: 'd', columns: ['n'] },
    ...changes,
  } as AnyDeclaration)
  // Other tests in this process start servers, which would find it.
  declaredLists.pop()
  return list as unknown as AnyList
}

test('the tables have all that is declared, and pages begin after what is unique', async () => {
  assert.ok(declaredLists.length >= 11)
  await checkLists(database, declaredLists)
})

test('mistakes that the declaration itself shows are refused as it is read', () => {
  const refused: [Partial<AnyDeclaration>, RegExp][] = [
    [{ noun: 'delivery' }, /there is another list of the same$/],
    [{ parts: { at: [text, sql`d.state`] } }, /column at is declared twice, among columns, parts or facts$/],
    [{ filters: { state: 'state' } }, /filter state: there is no column state$/],
    [{ filters: { limit: 'at' } }, /filter limit: every page takes that already$/],
    [{ table: { State: 'state' as never } }, /heading State: there is no column state$/],
    [{ facts: { state: [text, sql`d.state`] } }, /fact state is shown to nobody/],
    [{ columns: { at: [instant, sql`d.created_at`] } }, /there is no column id$/],
  ]
  for (const [changes, message] of refused)
    assert.throws(
      () => declared(changes),
      ({ message: said }: Error) => /^The list of each /.test(said) && message.test(said),
    )
})

test('what only the tables know is refused at the start', async () => {
  const absent = declared({ columns: { id: [text, sql`d.n`], colour: [text, sql`d.colour`] } })
  await assert.rejects(checkLists(database, [absent]), {
    message: `The list of each ${absent.noun}: column colour: column d.colour does not exist`,
  })
  const unsure = declared({ order: { table: 'delivery', alias: 'd', columns: ['created_at', 'state'] } })
  await assert.rejects(checkLists(database, [unsure]), {
    message: `The list of each ${unsure.noun}: its pages begin after state, of which delivery may have two`,
  })
})
