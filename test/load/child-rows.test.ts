// Rows kept beside records: written, replaced and deleted with them, and made for records that were there before.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordTypes } from '../../src/api/index.ts'
import { ref } from '../../src/api/shapes.ts'
import { openDatabase } from '../../src/database/database.ts'
import type { RowsPlan } from '../../src/kernel/query/figures.ts'
import { collection, namedAsPath } from '../../src/kernel/resource/collection.ts'
import { load } from '../../src/load/load.ts'
import { childRows } from '../../src/record-types/child.ts'
import { instant, list, number, record, type Static, text } from '../../src/shape/shape.ts'
import type { StoredRecord } from '../../src/shape/stored.ts'
import { storedFigures } from '../../src/store/figures/stored-figures.ts'
import { fillPending } from '../../src/store/schema/fill.ts'
import { prepareDatabase } from '../../src/store/schema/prepare.ts'
import { newDatabase } from '../support/database.ts'
import { company } from '../support/lines.ts'
import { ndjson } from '../support/server.ts'

const Basket = record({
  id: text,
  company: ref('company'),
  apples: list(record({ weight: number })),
  createdAt: instant,
})

const apples = (edition: number, times: number) =>
  childRows({
    name: 'apple',
    edition,
    columns: { companyId: 'text', weight: 'number', heavy: 'flag' },
    indexes: [['companyId', 'weight']],
    rows: ({ record }: StoredRecord<Static<typeof Basket>>) =>
      record.apples.map(({ weight }) => ({
        companyId: record.company.id,
        weight: weight * times,
        heavy: weight * times > 5,
      })),
  })

const baskets = (children: ReturnType<typeof childRows>[]) =>
  collection({
    path: '/baskets',
    noun: 'basket',
    scope: 'read:baskets',
    record: Basket,
    owners: { company: 'company.id' },
    dates: ['createdAt'],
    sorts: namedAsPath('createdAt'),
    defaultSort: 'createdAt desc',
    operations: { list: 'listBaskets' },
    derived: { children },
  }).stored

const base = recordTypes.filter(type =>
  ['company', 'agency', 'connection', 'project', 'region', 'sector'].includes(type.type),
)
const connection = await newDatabase()
const open = () => openDatabase({ connection }, { connections: 3, applicationName: 'children' })
const basket = (id: string, ...weights: number[]) => ({
  type: 'basket',
  record: {
    id,
    company: { id: 'c1' },
    apples: weights.map(weight => ({ weight })),
    createdAt: '2026-03-01',
  },
})
const plan = {
  type: 'basket',
  child: 'apple',
  reach: { branches: [{ company_id: 'c1' }] },
  where: [],
  columns: ['weight'],
  order: { column: 'weight', descending: false },
  offset: 0,
  limit: 10_000,
} as unknown as RowsPlan

/** Prepares for one declaration and gives what it has, once complete. */
async function weights(children: ReturnType<typeof childRows>[]): Promise<number[]> {
  const database = open()
  const types = [...base, baskets(children)]
  const readiness = await prepareDatabase(database, types)
  const figures = storedFigures(database, types, readiness)
  if (readiness.pending() > 0) {
    await assert.rejects(figures.rows(plan), { code: 'SERVICE_UNAVAILABLE', status: 503 })
    await fillPending(database, types)
    await readiness.refresh()
  }
  const rows = await figures.rows(plan)
  await database.close()
  return rows.map(row => row.weight as number)
}

test('child rows of records that were there before are made, and made again when they are made differently', async () => {
  const database = open()
  const types = [...base, baskets([])]
  await prepareDatabase(database, types)
  const many = Array.from({ length: 1500 }, (_, index) => basket(`b${index}`, index))
  await load(database, types, ndjson([company('c1'), ...many, basket('none')]))
  await database.close()
  const made = await weights([apples(1, 1)])
  assert.deepEqual([made.length, made.at(-1)], [1500, 1499])
  assert.equal((await weights([apples(2, 2)])).at(-1), 2998)
})

test('they are replaced and deleted with their record, and counted within reach', async () => {
  const database = open()
  const types = [...base, baskets([apples(2, 2)])]
  const readiness = await prepareDatabase(database, types)
  const figures = storedFigures(database, types, readiness)
  const first = async () =>
    (await figures.rows({ ...plan, limit: 4 })).map(row => `${row.id} ${row.weight}`).join(', ')
  assert.equal(await first(), 'b0 0, b1 2, b2 4, b3 6')
  await load(database, types, ndjson([basket('b1', 0.5, 7), { type: 'basket', id: 'b2', deleted: true }]))
  assert.equal(await first(), 'b0 0, b1 1, b3 6, b4 8')
  assert.deepEqual(await figures.count({ ...plan, flag: 'heavy' }), { all: 1500, flagged: 1498 })
  const elsewhere = { ...plan, reach: { branches: [{ company_id: 'c2' }] } } as unknown as RowsPlan
  assert.deepEqual(await figures.rows(elsewhere), [])
  assert.deepEqual(await figures.count({ ...elsewhere, flag: 'heavy' }), { all: 0, flagged: 0 })
  const nowhere = { ...plan, reach: { branches: [] } } as unknown as RowsPlan
  assert.deepEqual(await figures.rows(nowhere), [])
  await database.close()
})
