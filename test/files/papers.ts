// A collection for tests alone, with links to files wherever a Shape can have them.
import { operations, recordTypes } from '../../src/api/index.ts'
import { ref, stamps } from '../../src/api/shapes.ts'
import { collection, namedAsPath, part } from '../../src/kernel/resource/collection.ts'
import {
  anything,
  fileLink,
  list,
  mapOf,
  maybe,
  orNull,
  ownAgencyOnly,
  record,
  text,
} from '../../src/shape/shape.ts'

const papers = collection({
  path: '/papers',
  noun: 'paper',
  scope: 'read:assignments',
  record: record({
    id: text,
    title: text,
    company: ref('company'),
    agency: ref('agency'),
    url: maybe(fileLink),
    scan: orNull(fileLink),
    sheets: list(record({ name: text, url: fileLink })),
    bare: list(fileLink),
    notes: maybe(mapOf(text)),
    loose: maybe(anything),
    offers: ownAgencyOnly('agency.id', list(record({ agency: ref('agency'), url: fileLink }))),
    history: maybe(list(record({ url: fileLink }))),
    ...stamps,
  }),
  facts: record({ source: maybe(fileLink) }),
  owners: { company: 'company.id', agency: 'agency.id' },
  dates: ['createdAt', 'updatedAt'],
  sorts: namedAsPath('createdAt'),
  defaultSort: 'createdAt desc',
  parts: { includeHistory: part('history') },
  operations: { list: 'listPapers', get: 'getPaper' },
})

export const declared = {
  operations: [...operations, ...papers.operations],
  types: [...recordTypes, papers.stored],
}

export const paper = (id: string, more: object = {}, facts: object = {}) => ({
  type: 'paper',
  record: {
    id,
    title: `Paper ${id}`,
    company: { id: 'c1' },
    agency: { id: 'a1' },
    scan: null,
    createdAt: '2026-03-02T09:00:00.000Z',
    updatedAt: '2026-03-03T09:00:00.000Z',
    ...more,
  },
  facts,
})

export const pdf = (words: string) => Buffer.from(`%PDF-1.4\n${words}\nstartxref\n0\n%%EOF\n`)

export const file = (id: string, content: string | Buffer, more: object = {}) => ({
  type: 'file',
  id,
  fileName: `${id}.pdf`,
  contentType: 'application/pdf',
  base64: (typeof content === 'string' ? pdf(content) : content).toString('base64'),
  ...more,
})
