// Billing checks tell a key nothing of what it could not fetch: whatever is added, changed and deleted out of its sight, every
// answer stays as it is, byte for byte; and what a finding names and compares stands in records that the same key is shown.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { randomChange } from '../billing/changes.ts'
import {
  allTold,
  callersIn,
  checkAll,
  keysOf,
  loadLines,
  queryOf,
  weeksOf,
} from '../billing/served-worlds.ts'
import type { Story } from '../billing/story.ts'
import { randomBills } from '../billing/worlds.ts'
import { type Assistant, assistant } from '../support/assistants.ts'
import { readExport } from '../support/exports.ts'
import { isLong } from '../support/long.ts'
import { type Json, testServer } from '../support/server.ts'
import { allRecordsSeen } from './oracle.ts'
import type { Caller } from './oracle-basics.ts'

const server = await testServer()
const keyOf = keysOf(server)
const today = new Date().toISOString().slice(0, 10)
const [worlds, changesEach, firstSeed] = isLong ? [40, 20, Date.now() % 1_000_000] : [2, 4, 1]

const assistants = new Map<string, Promise<Assistant>>()
const assistantOf = (key: string): Promise<Assistant> => {
  const known = assistants.get(key) ?? assistant(server.origin, key)
  assistants.set(key, known)
  return known
}
after(async () => {
  for (const one of assistants.values()) await (await one).close()
})

/** Of each request, and of a finding that the key is told of and one that it is not. */
async function answersTo(story: Story, key: string, ids: readonly string[]): Promise<string[]> {
  const query = queryOf(story, '&graceDays=0')
  const paths = [
    `/billing-checks?${query}&limit=200`,
    `/billing-checks?${query}&limit=3&page=2&sortBy=since`,
    `/billing-checks?${query}&mark=open&severity=certain&limit=200`,
    `/billing-checks/totals?${query}&groupBy=code,agency,company,weekEnding&sum=amount,atStake&limit=200`,
    `/billing-checks/summary?${query}`,
    ...ids.map(id => `/billing-checks/${id}`),
  ]
  const answers: string[] = []
  for (const path of paths) {
    const { status, headers, body, text } = await server.get(path, key)
    // What names the request differs each time.
    const said = body.error ? JSON.stringify({ ...body.error, requestId: '' }) : text
    const size = body.error ? '' : headers.get('content-length')
    answers.push(`${path}\n${status} ${size} ${headers.get('etag')}\n${said}`)
  }
  for (const format of ['ndjson', 'csv']) {
    const { status, text } = await readExport(server.origin, `/billing-checks?${query}&format=${format}`, key)
    answers.push(`${format} ${status}\n${text.replace(/^.*exportComplete.*$/gm, '')}`)
  }
  const asked = await assistantOf(key)
  for (const tool of ['open_api_list_billing_checks', 'open_api_get_billing_summary'])
    answers.push(`${tool}\n${JSON.stringify(await asked.call(tool, weeksOf(story)))}`)
  return answers
}

type Asked = {
  caller: Caller
  key: string
  ids: string[]
  cursors: { path: string; next: string }[]
  seen: string
  answers: string[]
}

/** All that the key could fetch; and who is connected to it, which projects and rates hang on. */
const seenBy = (story: Story, caller: Caller): string => {
  const ties = story.of('connection').filter(tie => caller.owners.includes(tie[caller.kind].id))
  return JSON.stringify(ties) + allRecordsSeen(story.world, caller)
}
const feeds = ['/events', '/changes']

async function askAll(story: Story): Promise<Asked[]> {
  const callers = callersIn(story)
  const keys = await Promise.all(callers.map(keyOf))
  const told = await Promise.all(keys.map(key => allTold(server, key, queryOf(story, '&graceDays=0'))))
  const all = [...new Set(told.flat().map(({ id }) => id as string))].sort()
  const asked: Asked[] = []
  for (const [at, caller] of callers.entries()) {
    const own = told[at]!.map(({ id }) => id as string)
    const others = all.filter(id => !own.includes(id))
    const ids = [...own.slice(0, 1), ...others.slice(0, 2)]
    const key = keys[at]!
    const cursors = []
    for (const path of feeds) {
      const { body } = await server.get(`${path}?after=now`, key)
      cursors.push({ path, next: body.meta.next })
    }
    const answers = await answersTo(story, key, ids)
    asked.push({ caller, key, ids, cursors, seen: seenBy(story, caller), answers })
  }
  return asked
}

const who = ({ kind, owners }: Caller) => `${kind} ${owners}`

/** What is asked, and some of both from where they differ. */
function differenceOf(answer: string, before: string): string[] {
  if (answer === before) return []
  const [lines, linesBefore] = [answer.split('\n'), before.split('\n')]
  const line = lines.findIndex((text, at) => text !== linesBefore[at])
  const [now, was] = [lines[line] ?? '', linesBefore[line] ?? '']
  const from = Math.max(0, [...now].findIndex((char, at) => char !== was[at]) - 60)
  return [`${lines[0]}: ${now.slice(from, from + 200)} ← ${was.slice(from, from + 200)}`]
}

/** Those who see the same have the same answers, and are told of nothing. Gives back how many these are. */
async function expectHidden(
  story: Story,
  before: readonly Asked[],
  said: string,
  isChecked: boolean,
): Promise<number> {
  let hidden = 0
  for (const one of before) {
    if (seenBy(story, one.caller) !== one.seen) continue
    hidden++
    const answers = await answersTo(story, one.key, one.ids)
    const differs = answers.flatMap((answer, at) => differenceOf(answer, one.answers[at]!))
    assert.deepEqual(differs, [], `${who(one.caller)}: ${said}`)
    if (!isChecked) continue
    for (const { path, next } of one.cursors) {
      const { status, body } = await server.get(`${path}?after=${next}`, one.key)
      assert.deepEqual([status, body.data], [200, []], `${who(one.caller)} ${path}: ${said}`)
    }
  }
  return hidden
}

/** Somebody else decides about a finding. */
async function markSomething(story: Story, asked: readonly Asked[]): Promise<Caller | undefined> {
  const { caller, key } = story.dice.pick(asked)
  const [one] = await allTold(server, key, queryOf(story, '&graceDays=0&mark=open'))
  if (!one) return undefined
  const { status } = await server.get(`/billing-checks/${one.id}/mark`, key, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ state: 'disputed', note: 'between us' }),
  })
  assert.equal(status, 200)
  return caller
}

test('what a key cannot fetch may be changed, added and deleted, and every answer to it stays the same', async t => {
  let [hidden, moved] = [0, 0]
  for (let place = 0; place < worlds; place++) {
    const seed = firstSeed + place
    const { story } = randomBills(seed, `h${place.toString(36).padStart(3, '0')}`, today)
    await loadLines(server, { lines: story.world.lines, deleted: [] })
    await checkAll(server)
    for (let left = changesEach; left > 0; left--) {
      const before = await askAll(story)
      const change = randomChange(story, new Date().toISOString())
      const said = `${today}, seed ${seed}: ${change.what}`
      await loadLines(server, change)
      hidden += await expectHidden(story, before, `${said}, before it is checked`, false)
      await checkAll(server)
      await expectHidden(story, before, said, true)
      for (const one of before) {
        if (seenBy(story, one.caller) === one.seen) continue
        const now = await answersTo(story, one.key, one.ids)
        if (now.join() !== one.answers.join()) moved++
      }
    }
    const before = await askAll(story)
    const marker = await markSomething(story, before)
    const others = before.filter(({ caller }) => !caller.owners.some(id => marker?.owners.includes(id)))
    await expectHidden(story, others, 'somebody else marks a finding', true)
  }
  t.diagnostic(
    `${hidden} times a key saw nothing of a change; ${moved} times it saw one, and its answers moved`,
  )
  assert.ok(hidden > worlds * changesEach && moved > worlds)
})

const places: Record<string, string> = {
  timesheets: '/timesheets',
  assignments: '/assignments',
  invoices: '/invoices',
  afps: '/afps',
  creditNotes: '/credit-notes',
  expenses: '/expenses',
  purchaseOrders: '/purchase-orders',
}
const pathOf = (type: string) => places[`${type}s`] ?? `/${type}s`

const at = (record: Json, path: string): Json =>
  path.split('.').reduce((value, name) => value?.[name], record)

test('every record that a finding names or compares can be fetched by the same key, and shows the same values', async t => {
  let compared = 0
  for (let place = 0; place < worlds * 2; place++) {
    const { story } = randomBills(firstSeed + 500 + place, `g${place.toString(36).padStart(3, '0')}`, today)
    await loadLines(server, { lines: story.world.lines, deleted: [] })
    await checkAll(server)
    for (const caller of callersIn(story)) {
      const key = await keyOf(caller)
      const known = new Map<string, Json>()
      const fetched = async (path: string, id: string): Promise<Json> => {
        const flags = path === '/timesheets' ? '?includeTimelogs=true&includeVersionHistory=true' : ''
        const url = `${path}/${encodeURIComponent(id)}${flags}`
        if (!known.has(url)) {
          const { status, body } = await server.get(url, key)
          assert.equal(status, 200, `${who(caller)} is told of ${url}`)
          known.set(url, body.data)
        }
        return known.get(url)
      }
      for (const one of await allTold(server, key, queryOf(story, '&graceDays=0'))) {
        for (const [list, path] of Object.entries(places))
          for (const { id } of one[list]) await fetched(path, id)
        for (const { type, id, path, value } of one.compared) {
          const shown = at(await fetched(pathOf(type), id), path)
          const isSame = shown === value || String(shown) === value
          assert.ok(
            isSame,
            `${who(caller)}: ${one.code} compares ${path} of ${type} ${id}: ${value}, not ${shown}`,
          )
          compared++
        }
      }
    }
  }
  t.diagnostic(`${compared} values compared`)
  assert.ok(compared > worlds * 20)
})
