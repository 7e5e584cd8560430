// The texts by which owners are named, and the names in which they see records.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  agencyOfWork,
  asAgency,
  asCompany,
  asOwner,
  asUntold,
  connectedIn,
  isCompanyOwner,
  ownerIds,
  ownerSeeing,
  ownersOf,
  ownersOfKey,
  readOwner,
  untold,
} from '../../src/access/owners.ts'
import { sql } from '../../src/database/sql.ts'
import { connectedOwnerSql, ownerIdSql, ownerSql } from '../../src/store/records/owners-sql.ts'
import { testDatabase } from '../support/database.ts'

const { database } = await testDatabase()

test('what is written of an owner is read as the same owner', () => {
  for (const kind of ['company', 'agency'] as const) {
    const owner = { kind, id: 'of:c:1' }
    assert.deepEqual(readOwner(asOwner(owner.kind, owner.id)), owner)
  }
  assert.deepEqual(ownerIds([...ownersOf('company', ['1']), ...ownersOf('agency', ['1', '2'])]), [
    ...['1', '1', '2'],
  ])
  assert.deepEqual([asOwner('company', '1'), asOwner('agency', '1')].map(isCompanyOwner), [true, false])
})

test('owners are written and read in SQL as they are here', async () => {
  const [id, company] = [sql`${'of:c:1'}::text`, sql`${'2'}::text`]
  for (const kind of ['company', 'agency'] as const)
    assert.deepEqual(
      await database.rows(
        sql`select ${ownerSql(kind, id)} as owner, ${ownerIdSql(ownerSql(kind, id))} as id`,
      ),
      [{ owner: asOwner(kind, 'of:c:1'), id: 'of:c:1' }],
    )
  const connected = connectedOwnerSql(ownerSql('agency', id), company)
  assert.equal(await database.value(sql`select ${connected}`), asAgency('of:c:1', '2'))
})

test('the names in which a record is seen say who sees it, and to which company an agency is connected', () => {
  assert.equal(ownerSeeing(asCompany('1')), asOwner('company', '1'))
  assert.equal(ownerSeeing(asAgency('2', '1')), asOwner('agency', '2'))
  assert.equal(connectedIn(asCompany('1')), undefined)
  assert.equal(connectedIn(asAgency('2', '1')), '1')
})

test('a key is for its companies, or for its agencies and not for the companies these work for', () => {
  const one = { id: '1', name: 'One', nanoid: 'ABC123', prefix: 'ONE', features: [] }
  const both = { companies: [one], agencies: [{ id: '2' }], links: [], scopes: 'all' } as const
  assert.deepEqual(ownersOfKey({ ...both, kind: 'company' }), [asOwner('company', '1')])
  assert.deepEqual(ownersOfKey({ ...both, kind: 'agency' }), [asOwner('agency', '2')])
})

test('work names the agency that is told of it, one that is not told, or none', () => {
  assert.equal(agencyOfWork(asOwner('agency', '2')), '2')
  assert.equal(agencyOfWork(asUntold('2')), '2')
  assert.equal(agencyOfWork(untold), undefined)
  assert.equal(agencyOfWork(asOwner('company', '1')), undefined)
  assert.equal(agencyOfWork(''), undefined)
})
