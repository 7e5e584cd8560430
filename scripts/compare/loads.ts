// Loads into both versions: whole worlds, and all that can be said or be wrong in a line.
import { recordTypes } from '../../src/api/index.ts'
import { sampleLines } from '../../src/api/samples.ts'
import type { Dice } from '../../test/access/dice.ts'
import { randomChange } from '../../test/access/world-changes.ts'
import { everyonesLines, type Line, randomWorld, type World } from '../../test/access/worlds.ts'
import { masterLists } from '../../test/support/newcomer.ts'
import type { Both } from './alike.ts'
import type { Json, Pair, Sent, Side } from './pair.ts'

/** What every world stands on. */
export type Base = { tokens: Both<string>; everyones: readonly Line[] }

export type OperatorSent = Omit<Sent, 'path' | 'secret'> & { path: string }

/** Asks the operator's interface with the owner's token. */
export const operator = (
  pair: Pair,
  { tokens }: Base,
  make: OperatorSent | ((side: Side) => OperatorSent),
  options?: Parameters<Pair['ask']>[2],
) =>
  pair.ask(
    'operator',
    side => {
      const sent = typeof make === 'function' ? make(side) : make
      return { ...sent, path: `/operator${sent.path}`, secret: tokens[side] }
    },
    options,
  )

const ndjson = (lines: readonly object[]) => lines.map(line => `${JSON.stringify(line)}\n`).join('')

export async function load(
  pair: Pair,
  base: Base,
  lines: readonly object[] | string,
  query: Record<string, string> = {},
) {
  const body = typeof lines === 'string' ? lines : ndjson(lines)
  pair.give(body)
  const path = `/loads?${new URLSearchParams(query)}`
  await operator(pair, base, {
    method: 'POST',
    path,
    body,
    headers: { 'Content-Type': 'application/x-ndjson' },
  })
}

export async function loadBase(pair: Pair, tokens: Both<string>): Promise<Base> {
  const everyones = everyonesLines()
  const base = { tokens, everyones }
  await load(pair, base, [...sampleLines(recordTypes), ...masterLists(), ...everyones])
  return base
}

/** The lines of a world, each type after those it refers to. */
function linesOf(world: World): object[] {
  const byType = Map.groupBy(world.lines, line => line.type)
  return recordTypes.flatMap(({ type }) => byType.get(type) ?? []).map(withoutNothing)
}
const withoutNothing = ({ facts, ...line }: Line) =>
  Object.keys(facts).length > 0 ? { ...line, facts } : line

/** A new world, loaded by HTTP or by the command, whole or in any order. */
export async function loadWorld(
  pair: Pair,
  base: Base,
  dice: Dice,
  seed: number,
  at: number,
): Promise<World> {
  const world = randomWorld(seed, `q${at.toString(36).padStart(2, '0')}`, base.everyones)
  const lines = linesOf(world)
  await load(pair, base, lines, { dryRun: 'true' })
  if (dice.chance(0.5)) await load(pair, base, shuffled(dice, lines), { name: 'shuffled', rejects: 'true' })
  if (dice.chance(0.5)) {
    pair.give(ndjson(lines))
    await pair.run(dice.pick([['load'], ['load', '--json']]), { input: ndjson(lines) })
  }
  await load(pair, base, lines)
  await load(pair, base, lines, { allowOlder: 'true', events: 'false' })
  return world
}

const shuffled = <T>(dice: Dice, list: readonly T[]): T[] =>
  list
    .map(one => ({ one, at: dice.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)

const wrongValues = [null, '', 'zzz', -1, 1e21, true, {}, [], ['x'], '2026-13-45', { id: 'nothing-here' }]

/** One line with a mistake in it, or something unusual. */
function spoiled(dice: Dice, { ...line }: Json): unknown {
  const record = structuredClone(line.record)
  const name = dice.pick(Object.keys(record))
  return dice.pick<() => unknown>([
    () => ({ ...line, record: { ...record, [name]: dice.pick(wrongValues) } }),
    () => ({ ...line, record: Object.fromEntries(Object.entries(record).filter(([key]) => key !== name)) }),
    () => ({ ...line, record: { ...record, [`${name}s`]: 1 } }),
    () => ({ ...line, facts: { ...line.facts, [dice.pick(['nationalIns', 'active', 'msp'])]: 'zzz' } }),
    () => ({ ...line, type: `${line.type}s` }),
    () => ({ ...line, nanoid: dice.pick(['x y', 7, null]) }),
    () => ({ ...line, patch: true, record: { id: record.id, [name]: dice.pick([null, record[name]]) } }),
    () => ({ ...line, replace: true }),
    () => ({ ...line, record: { ...record, updatedAt: '2025-01-01T00:00:00.000Z' } }),
    () => ({
      ...line,
      record: { ...record, name: `${record.name ?? ''} again`, updatedAt: '2026-09-01T08:00' },
    }),
    () => ({ type: line.type, record: null }),
    () => ({ type: line.type, id: dice.pick([record.id, 'nothing-here', 7]), deleted: true }),
  ])()
}

const table = 'type: region\nid: NO\nrecord: {name: NAME}\n'
const rows = 'NO,NAME\n1,"North, far"\n2,\n,nameless\n3 4,spaced\n5,fine,more\n'

/** Changes as sources send them, mistakes, patches, deletions, snapshots and tables. */
export async function changeWorld(pair: Pair, base: Base, dice: Dice, world: World): Promise<void> {
  const flags = () =>
    Object.fromEntries(
      ['dryRun', 'events', 'patch', 'allowOlder', 'strict', 'rejects'].flatMap(name =>
        dice.chance(0.2) ? [[name, dice.pick(['true', 'true', 'false', 'yes'])]] : [],
      ),
    )
  for (let left = 6; left > 0; left--) {
    const { what, line } = randomChange(dice, world)
    await load(pair, base, [withoutNothing(line)], { name: what })
  }
  for (let left = 4; left > 0; left--) {
    const some = Array.from({ length: dice.between(1, 12) }, () =>
      spoiled(dice, withoutNothing(dice.pick(world.lines))),
    )
    const text = ndjson(some as object[]) + dice.pick(['', '{"type"', 'null\n', '[]\n{}\n', '\n\n'])
    await load(pair, base, text, flags())
    if (left === 1)
      await pair.run(['load', ...dice.some(['--strict', '--patch', '--dry-run', '--json'])], { input: text })
  }
  const company = dice.pick(world.of('company')).record.id
  for (const type of dice.some(['tag', 'expense', 'creditNote', 'site', 'user', 'region'], 1)) {
    const kept = world
      .of(type)
      .filter(() => dice.chance(0.7))
      .map(withoutNothing)
    const deleteAtMost = dice.pick(['0', '3', '100'])
    const query = { snapshot: type, ...(type !== 'region' && { company }), deleteAtMost }
    await load(pair, base, kept, { ...query, dryRun: 'true' })
    if (type !== 'region') await load(pair, base, kept, query)
  }
  await load(pair, base, table + rows, {
    mapping: String(Buffer.byteLength(table)),
    name: 'regions.csv',
    ...flags(),
  })
  await load(pair, base, rows, {
    encoding: dice.pick(['latin1', 'utf-9']),
    timezone: dice.pick(['Europe/London', 'Nowhere']),
  })
  await load(pair, base, linesOf(world), { name: 'all again' })
}
