// §2.14, §4.5: a company's users, their projects and what they may do there.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { company, project, rivals } from '../support/lines.ts'
import { testServer } from '../support/server.ts'

const server = await testServer()
const user = (id: string, name: string, more = {}) => ({ type: 'user', record: { id, name, ...more } })
const action = (id: string) => ({ type: 'permission', record: { id, name: `Do ${id}`, category: 'Work' } })
await server.load([
  ...rivals(),
  project('p3', 'c1'),
  company('c4'),
  project('p4', 'c4'),
  ...['a', 'b', 'c', 'd', 'e'].map(action),
  {
    type: 'role',
    record: {
      id: 'base',
      name: 'Site manager',
      defaults: [
        { permission: 'a', permitted: true },
        { permission: 'b', permitted: true },
        { permission: 'c', permitted: true },
        { permission: 'd', permitted: true },
      ],
    },
  },
  {
    type: 'role',
    record: {
      id: 'own',
      name: 'Gate keeper',
      company: { id: 'c1' },
      defaults: [
        { permission: 'b', permitted: false },
        { permission: 'c', permitted: false },
        { permission: 'd', permitted: false },
      ],
    },
  },
  {
    type: 'role',
    record: {
      id: 'theirs',
      name: 'Rival role',
      company: { id: 'c2' },
      defaults: [{ permission: 'e', permitted: true }],
    },
  },
  { type: 'projectRule', record: { id: 'r1', project: 'p1', role: 'own', permission: 'c', permitted: true } },
  { type: 'projectRule', record: { id: 'r2', project: 'p1', role: 'own', permission: 'd', permitted: true } },
  {
    type: 'userPermission',
    record: { id: 'x1', user: 'zoe', project: 'p1', permission: 'd', permitted: false },
  },
  user('zoe', 'zoe Ash', {
    email: 'zoe@c1.example',
    jobTitle: 'Manager',
    companies: [
      { company: 'c1', role: 'base', customRole: 'own' },
      { company: 'c2', role: 'base', customRole: 'theirs' },
    ],
    projects: ['p1', 'p3', 'p2'],
  }),
  user('bob', 'Bob Oak', {
    inactive: true,
    companies: [{ company: 'c1', role: 'base', customRole: 'theirs' }],
  }),
  user('ann', 'Ann Ivy', { companies: [{ company: 'c4', role: 'theirs' }], projects: ['p4'] }),
  user('lea', 'Lea Yew', { companies: [{ company: 'c4', customRole: 'theirs' }], projects: ['p4'] }),
  user('eve', 'Eve Elm', { companies: [{ company: 'c2' }] }),
])
const key = await server.key('company', ['c1'])
const list = async (path: string) => (await server.get(`/companies/${path}`, key)).body

test('lists active and inactive users, also those without projects, by name; the status filter comes before paging', async () => {
  const { data, meta } = await list('c1/user-assignments')
  assert.deepEqual([data.map((one: { id: string }) => one.id), meta.total], [['bob', 'zoe'], 2])
  assert.deepEqual(data[0], {
    id: 'bob',
    name: 'Bob Oak',
    role: 'Site manager',
    customRole: null,
    status: 'Inactive',
    projects: [],
  })
  assert.equal((await list('c1/user-assignments?status=active&limit=1')).meta.total, 1)
  assert.equal((await server.get('/companies/c1/user-assignments?status=Active', key)).status, 400)
  assert.equal((await server.get('/companies/c2/user-assignments', key)).status, 404)
})

test('other companies’ roles and projects are left out', async () => {
  const [, zoe] = (await list('c1/user-assignments')).data
  assert.deepEqual(
    [zoe.customRole, zoe.projects],
    [
      { id: 'own', name: 'Gate keeper' },
      [
        { id: 'p1', name: 'Project p1' },
        { id: 'p3', name: 'Project p3' },
      ],
    ],
  )
  const there = (await server.get('/companies/c2/user-assignments', await server.key('company', ['c2']))).body
    .data
  assert.deepEqual(
    there.map((one: { customRole: { name: string } | null }) => one.customRole?.name),
    [undefined, 'Rival role'],
  )
})

test('another company’s role, wrongly given, is neither named nor permits anything', async () => {
  const c4 = await server.key('company', ['c4'])
  const { data } = (await server.get('/companies/c4/user-permissions', c4)).body
  assert.deepEqual(data, [
    {
      id: 'ann',
      name: 'Ann Ivy',
      customRole: null,
      status: 'Active',
      projects: [{ id: 'p4', name: 'Project p4', permissions: [] }],
    },
    {
      id: 'lea',
      name: 'Lea Yew',
      customRole: null,
      status: 'Active',
      projects: [{ id: 'p4', name: 'Project p4', permissions: [] }],
    },
  ])
})

test('a user’s own permission wins, then the project’s rule, then the company’s role, then the base role', async () => {
  const [, zoe] = (await list('c1/user-permissions')).data
  const permitted = (index: number) =>
    Object.fromEntries(
      zoe.projects[index].permissions.map((one: { id: string; permitted: boolean }) => [
        one.id,
        one.permitted,
      ]),
    )
  assert.deepEqual(permitted(0), { a: true, b: false, c: true, d: false })
  assert.deepEqual(permitted(1), { a: true, b: false, c: false, d: false })
  assert.deepEqual(zoe.projects[0].permissions[0], {
    id: 'a',
    name: 'Do a',
    category: 'Work',
    permitted: true,
  })
  assert.deepEqual((await list('c1/user-permissions?fields=id,projects.id')).data[1], {
    id: 'zoe',
    projects: [{ id: 'p1' }, { id: 'p3' }],
  })
})
