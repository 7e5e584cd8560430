// What rivals write never changes what a company or an agency is told of clearances, in no form of the answer; and those whose they
// are not are told nothing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Everything } from '../clearances/seen.ts'
import { servedWorlds } from '../clearances/served-world.ts'
import { newTold } from '../clearances/world-days.ts'
import { anyDocument } from '../clearances/world-documents.ts'
import { linesOf, servable } from '../clearances/world-lines.ts'
import { randomWorld } from '../clearances/worlds.ts'
import { readExport } from '../support/exports.ts'
import { isLong } from '../support/long.ts'
import { diceOf } from './dice.ts'

const seeds = Array.from({ length: isLong ? 150 : 3 }, (_, at) => at + 1)
const { show, change, server } = await servedWorlds()
const keys = {
  company: await server.key('company', ['c1']),
  agency: await server.key('agency', ['a1']),
  otherCompany: await server.key('company', ['c3']),
  otherAgency: await server.key('agency', ['a2']),
}
type Who = keyof typeof keys

const days = ['2026-03-01', '2026-03-20', '2026-04-10', '2026-05-05', '2026-06-20']
const queries = [
  ...days.map(day => `on=${day}`),
  'from=2026-03-01&to=2026-04-30',
  `on=${days[1]}&state=notCleared,unknown`,
]

/** Every form in which clearances are told. */
async function toldTo(who: Who): Promise<string[]> {
  const key = keys[who]
  const told: string[] = []
  for (const query of queries)
    for (const path of [
      `/clearances?${query}`,
      `/clearances?${query}&need=CPCS`,
      `/clearances/totals?${query}&groupBy=state,agency`,
      `/clearances/totals?${query}&groupBy=need`,
    ]) {
      const { status, text } = await server.get(path, key)
      assert.equal(status, 200, `${path}: ${text}`)
      told.push(`${path} ${text}`)
    }
  const { text } = await readExport(server.origin, `/clearances?${queries[1]}&format=csv`, key)
  return [...told, text]
}

type Change = { what: string; lines: object[]; hiddenFrom: readonly Who[] }

/** The worker as the world has it, with more of what some do not see. */
function workerWith(world: Everything, more: Partial<Everything>): object {
  const lines = linesOf({ ...world, ...more }) as { type: string }[]
  return lines.find(({ type }) => type === 'worker')!
}

/** What one owner writes of which others are told nothing. */
function rivalsChanges(world: Everything, seed: number): Change[] {
  const document = anyDocument(newTold(seed + 7), 'theirs')
  const list = document.type === 'rightToWork' ? 'rightToWork' : 'attachments'
  const withTheirs = (agency: string) => ({
    worker: { ...world.worker, [list]: [...world.worker[list], document] },
    owners: new Map([...world.owners, ['theirs', agency] as const]),
  })
  const looked = [...world.worker.attachments, ...world.worker.rightToWork][0]
  const decision = (company: string) => ({
    document: looked?.id ?? 'none',
    system: false,
    id: `decision of ${company}`,
    company: { id: company, name: company },
    competency: null,
    user: { id: 'u1', name: 'Una' },
    validationType: 'manual',
    status: 'rejected',
    statusHistory: [],
    createdAt: '2026-01-10T09:00:00.000Z',
    updatedAt: '2026-01-12T09:00:00.000Z',
  })
  const decided = (company: string) => ({ validations: [...world.validations, decision(company)] })
  const entry = { requirements: [{ rule: 'all', items: [{ name: 'CPCS' }], groups: [] }] }
  const stamps = { createdAt: '2025-11-05T09:00:00.000Z', updatedAt: '2025-11-05T09:00:00.000Z' }
  return [
    {
      what: 'a document of another agency',
      lines: [workerWith(world, withTheirs('a2'))],
      hiddenFrom: ['company', 'agency'],
    },
    {
      what: 'a document of the agency',
      lines: [workerWith(world, withTheirs('a1'))],
      hiddenFrom: ['company'],
    },
    ...(looked
      ? [
          {
            what: 'what the company decided',
            lines: [workerWith(world, decided('c1'))],
            hiddenFrom: ['agency'] as const,
          },
          {
            what: 'what another company decided',
            lines: [workerWith(world, decided('c3'))],
            hiddenFrom: ['company', 'agency'] as const,
          },
        ]
      : []),
    {
      what: 'the matrix of another company',
      lines: [
        {
          type: 'trade',
          record: { id: 't3', name: 'Dryliner', company: { id: 'c3' }, active: true, ...stamps },
        },
        {
          type: 'competencyEntry',
          record: { id: 'rival', company: { id: 'c3' }, trade: { id: 't3' }, ...entry, ...stamps },
        },
        {
          type: 'smartCheckConfiguration',
          record: { id: 'sc3', company: { id: 'c3' }, provider: 'simulator', active: true },
        },
      ],
      hiddenFrom: ['company', 'agency'],
    },
    {
      what: 'a project that the connection does not reach',
      lines: [
        {
          type: 'competencyEntry',
          record: {
            id: 'far',
            company: { id: 'c1' },
            trade: { id: 't1' },
            project: { id: 'p2' },
            mode: 'replacement',
            ...entry,
            ...stamps,
          },
        },
      ],
      hiddenFrom: ['company', 'agency'],
    },
  ]
}

test('what rivals write changes nothing of what a company or an agency is told', async t => {
  let compared = 0
  for (const seed of seeds) {
    const world = servable(randomWorld(seed))
    await show(world)
    const before = { company: await toldTo('company'), agency: await toldTo('agency') }
    for (const { what, lines, hiddenFrom } of rivalsChanges(world, seed)) {
      await change(lines)
      for (const who of hiddenFrom) {
        assert.deepEqual(
          await toldTo(who),
          before[who as 'company'],
          `seed ${seed}: ${what} is told to the ${who}`,
        )
        compared++
      }
      await change([workerWith(world, {})])
    }
  }
  t.diagnostic(`${seeds.length} worlds, ${compared} times nothing was told`)
})

test('others are told of no row, whatever they ask', async () => {
  for (const seed of seeds.slice(0, 3)) {
    const world = servable(randomWorld(seed))
    await show(world)
    const dice = diceOf(seed)
    for (const who of ['otherCompany', 'otherAgency'] as const)
      for (const query of [...queries, `on=${dice.pick(days)}&worker=w1`, `on=${days[0]}&site=s1`]) {
        const { body } = await server.get(`/clearances?${query}`, keys[who])
        assert.deepEqual([body.data, body.meta.total], [[], 0], `seed ${seed}: ${who} asks ${query}`)
      }
    const ids = await server.get(`/clearances?on=${days[1]}`, keys.company)
    for (const { id } of ids.body.data) {
      const { body } = await server.get(`/clearances?on=${days[1]}&id=${id}`, keys.agency)
      assert.deepEqual(body.data, [], 'the row of the other side')
    }
  }
})

test('an agency whose connection ends is told nothing from that moment on, and all again when it is back', async () => {
  const world = servable({ ...randomWorld(3), connection: {} })
  await show(world)
  const before = await toldTo('agency')
  const tie = (linesOf(world) as { type: string; record: object }[]).find(
    ({ type }) => type === 'connection',
  )!
  await server.load([{ ...tie, record: { ...tie.record, active: false } }])
  for (const query of queries)
    assert.deepEqual(
      (await server.get(`/clearances?${query}`, keys.agency)).body.data,
      [],
      'before it is worked out',
    )
  await change([tie])
  assert.deepEqual(await toldTo('agency'), before)
})
