// Random worlds of bills on a real server: loaded in steps, checked, asked for over HTTP, and held against the oracle.
import assert from 'node:assert/strict'
import { recordTypes } from '../../src/api/index.ts'
import { checkToEnd } from '../../src/checks/checker.ts'
import { withoutNothing } from '../access/isolation.ts'
import type { Caller } from '../access/oracle-basics.ts'
import type { Line } from '../access/worlds.ts'
import type { Json, TestServer } from '../support/server.ts'
import { type Finding, recordLists } from './books.ts'
import type { Change } from './changes.ts'
import { exact, isSame, numberOf } from './exact.ts'
import { toldTo } from './oracle.ts'
import { type Any, dayFrom, type Story } from './story.ts'

const order = new Map(recordTypes.map(({ type }, place) => [type, place]))
export const inOrder = <T extends { type: string }>(lines: readonly T[]): T[] =>
  lines.toSorted((one, other) => order.get(one.type)! - order.get(other.type)!)

/** Loads lines and deletions, of which none may be rejected. */
export async function loadLines(
  { load }: Pick<TestServer, 'load'>,
  { lines, deleted }: Pick<Change, 'lines' | 'deleted'>,
): Promise<void> {
  const gone = inOrder(deleted)
    .toReversed()
    .map(({ type, record }) => ({ type, id: record.id, deleted: true }))
  await load([...inOrder(lines).map(withoutNothing), ...gone], {
    onRejection: rejection => assert.fail(JSON.stringify(rejection).slice(0, 400)),
  })
}

export const checkAll = ({ database }: Pick<TestServer, 'database'>): Promise<void> => checkToEnd(database)

/** Everything that a story may have findings in. */
export const weeksOf = ({ today }: Pick<Story, 'today'>) => ({
  from: dayFrom(today, -340),
  to: dayFrom(today, 28),
})

export const queryOf = (story: Pick<Story, 'today'>, more = ''): string => {
  const { from, to } = weeksOf(story)
  return `from=${from}&to=${to}${more}`
}

/** All that a key is told, page by page. */
export async function allTold(server: TestServer, key: string, query: string): Promise<Json[]> {
  const told: Json[] = []
  for (let page = 1; ; page++) {
    const { status, body, text } = await server.get(`/billing-checks?${query}&limit=200&page=${page}`, key)
    assert.equal(status, 200, text)
    assert.equal(body.meta.checking, false)
    told.push(...body.data)
    if (told.length >= body.meta.total) break
  }
  assert.equal(new Set(told.map(({ id }) => id)).size, told.length, 'one id, one finding')
  return told
}

/** Every owner with a key of its own, and all of a kind with one. */
export function callersIn({ of }: Pick<Story, 'of'>): Caller[] {
  return (['company', 'agency'] as const).flatMap(kind => {
    const ids = of(kind).map(({ id }) => id as string)
    return [...ids.map(id => ({ kind, owners: [id] })), { kind, owners: ids }]
  })
}

const sorted = (ids: readonly string[]) => [...ids].sort()

/** What both have to say alike, as text. */
const asText = (said: Json): string => JSON.stringify(said)

const ofAnswer = (one: Json): string =>
  asText({
    code: one.code,
    severity: one.severity,
    side: one.side,
    week: one.weekEnding.slice(0, 10),
    company: one.company.id,
    amount: one.amount,
    expected: one.expected,
    found: one.found,
    unit: one.unit,
    records: recordLists.map(list => sorted(one[list].map((ref: Json) => ref.id))),
  })

const ofOracle = ({ records, ...one }: Finding): string =>
  asText({
    code: one.code,
    severity: one.severity,
    side: one.side.kind,
    week: one.weekEnding,
    company: one.company,
    amount: numberOf(one.amount),
    expected: numberOf(one.expected),
    found: numberOf(one.found),
    unit: one.unit,
    records: recordLists.map(list => sorted(records[list] ?? [])),
  })

/** Where the oracle says whose it is: nobody's is null. */
function whoseDiffers(answer: Json, right: Finding): string[] {
  return (['agency', 'project', 'worker'] as const).flatMap(name => {
    const expected = right[name]
    const given = answer[name]?.id ?? null
    return expected === undefined || expected === given ? [] : [`${name} is ${given}, should be ${expected}`]
  })
}

/** What is told and should not be, what should be and is not, and whose is wrong. */
export function differencesOf(answers: readonly Json[], right: readonly Finding[]): string[] {
  const told = Map.groupBy(answers, ofAnswer)
  const due = Map.groupBy(right, ofOracle)
  return [
    ...[...told].flatMap(([text, all]) => {
      const extra = all.length - (due.get(text)?.length ?? 0)
      if (extra > 0) return [`told, and should not be: ${text}: ${all[0].sentence}`]
      return all.flatMap((one, at) => whoseDiffers(one, due.get(text)![at]!).map(what => `${text}: ${what}`))
    }),
    ...[...due].flatMap(([text, all]) =>
      all.length > (told.get(text)?.length ?? 0) ? [`should be told, and is not: ${text}`] : [],
    ),
    ...answers.flatMap(({ id, amount, atStake }) =>
      isSame(exact(Math.abs(amount)), exact(atStake)) ? [] : [`${id} has ${atStake} at stake`],
    ),
  ]
}

/** The key of each caller, made once. */
export function keysOf(server: TestServer): (caller: Caller) => Promise<string> {
  const made = new Map<string, Promise<string>>()
  return ({ kind, owners }) => {
    const name = `${kind} ${owners}`
    const key = made.get(name) ?? server.key(kind, owners)
    made.set(name, key)
    return key
  }
}

/** Asks for every caller of the world, and says what is not as the oracle has it. */
export async function compareWithOracle(
  server: TestServer,
  keyOf: (caller: Caller) => Promise<string>,
  story: Story,
  graceDays: number,
): Promise<{ wrong: string[]; findings: number; codes: string[] }> {
  const wrong: string[] = []
  const codes = new Set<string>()
  let findings = 0
  for (const caller of callersIn(story)) {
    const answers = await allTold(server, await keyOf(caller), queryOf(story, `&graceDays=${graceDays}`))
    const right = toldTo(story.world, caller, { today: story.today, graceDays, ...weeksOf(story) })
    const who = `${caller.kind} ${caller.owners}`
    wrong.push(...differencesOf(answers, right).map(what => `${who}: ${what}`))
    findings += answers.length
    for (const { code } of answers) codes.add(code)
  }
  return { wrong, findings, codes: [...codes] }
}

type Kept = Map<Line, string>
const textOf = ({ record, facts }: Line) => JSON.stringify([record, facts])

/** What a change of the story's records amounts to, as lines to load and to delete. */
export async function changesBy(story: Story, now: string, run: () => unknown): Promise<Change> {
  const before: Kept = new Map(story.world.lines.map(line => [line, textOf(line)]))
  await run()
  const lines = story.world.lines.filter(line => before.get(line) !== textOf(line))
  const left = new Set(story.world.lines)
  for (const { record } of lines) if (record.updatedAt) (record as Any).updatedAt = now
  return { what: 'changed', lines, deleted: [...before.keys()].filter(line => !left.has(line)) }
}
