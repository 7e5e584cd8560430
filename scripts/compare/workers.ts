// New workers in both versions: created, known already, waiting for a decision, refused; and what operators decide.
import type { Dice } from '../../test/access/dice.ts'
import type { World } from '../../test/access/worlds.ts'
import { type Body, newcomer, paper } from '../../test/support/newcomer.ts'
import type { Both } from './alike.ts'
import { type Base, operator } from './loads.ts'
import { type Json, type Pair, prefix, type Side } from './pair.ts'
import { createKey, get, type Key } from './reads.ts'

/** A body with a mistake in it. */
function spoiled(dice: Dice, body: Body): Body {
  const name = dice.pick(Object.keys(body))
  return dice.pick<Body>([
    { ...body, [name]: undefined },
    { ...body, [name]: dice.pick([null, '', 7, 'zzz', [], {}]) },
    { ...body, [`${name}s`]: 'x' },
    { ...body, attachments: [paper('nothing-here')] },
    { ...body, rightToWork: [paper('passport', { documentNumber: 'P1' })] },
  ])
}

export async function createWorkers(pair: Pair, base: Base, dice: Dice, world: World): Promise<void> {
  const agencies = world.of('agency').map(({ record }) => record.id as string)
  const scopes = ['read:workers', 'write:workers']
  const keys: Key[] = []
  for (const id of agencies.slice(0, 2))
    keys.push(await createKey(pair, base, { kind: 'agency', owners: [id], scopes }))
  const both = await createKey(pair, base, { kind: 'agency', owners: agencies, scopes })
  const first = Number.parseInt(world.prefix.slice(1), 36) * 100
  const post = (key: Key, body: Body | string, query = '', headers: Record<string, string> = {}) =>
    pair.ask(key.name, side => ({
      method: 'POST',
      path: `${prefix}/workers${query}`,
      secret: key.secrets[side],
      body,
      headers,
    }))
  const documents = {
    rightToWork: [paper('passport', { documentNumber: 'P1234', expiration: '2034-03-31' })],
    attachments: [paper('course'), paper('cv')],
  }
  for (let at = 0; at < 3; at++) {
    const key = dice.pick(keys)
    const body = newcomer(first + at, dice.chance(0.5) ? documents : {})
    const { nationalIns: _, email: __, ...alike } = body
    const once = { 'Idempotency-Key': `${world.prefix}-once-${at}` }
    await post(key, body, '?dryRun=true')
    const made = await post(key, body, '', once)
    await post(key, body, '', once)
    await post(key, { ...body, firstName: 'Other' }, '', once)
    await post(key, body)
    await post(keys.at(-1)!, {
      ...alike,
      agencyId: `twin-${first + at}`,
      phone: `07911${100_000 + first + at}`,
    })
    await post(keys[0]!, { ...body, agencyId: `again-${first + at}` })
    const shown = await pair.ask(key.name, side => ({
      path: `${prefix}/workers/${made[side].json?.data?.id}`,
      secret: key.secrets[side],
    }))
    const links = shown.map(({ text }) => /\/files\/[^"]*/.exec(text)?.[0])
    if (links[0]) await pair.ask('nobody', side => ({ path: links[side] ?? '/' }))
    await post(key, spoiled(dice, newcomer(first + 50 + at)))
    await post(
      key,
      spoiled(dice, newcomer(first + 60 + at)),
      dice.pick(['', '?dryRun=true', '?dryRun=maybe']),
    )
  }
  await post(both, newcomer(first + 70))
  await post(both, newcomer(first + 70), `?agency=${agencies[0]}`)
  await post(keys[0]!, '{"firstName": ', '', { 'Content-Type': 'application/json' })
  await post(keys[0]!, 'firstName=x', '', { 'Content-Type': 'text/plain' })
  await get(pair, keys[0]!, '/workers?limit=200')
  await decide(pair, base, dice)
  await get(pair, keys[0]!, '/workers?sortBy=createdAt&limit=200')
}

/** What waits for a decision, each decided another way, and some of it undone. */
async function decide(pair: Pair, base: Base, dice: Dice): Promise<void> {
  await operator(pair, base, { method: 'POST', path: '/matches/scan', body: {} })
  await operator(
    pair,
    base,
    { path: '/matches/scan' },
    { settles: json => json?.data?.finishedAt !== undefined },
  )
  const lists = await operator(pair, base, { path: '/matches?limit=6' })
  const found: Both<Json[]> = [lists[0].json.data, lists[1].json?.data ?? []]
  for (const at of found[0].keys()) {
    const path = (rest: string) => (side: Side) => `/matches/${found[side][at]?.id}${rest}`
    const shown = await operator(pair, base, side => ({ path: path('')(side) }))
    const candidates = shown.map(({ json }) => json?.data?.candidates ?? [])
    if (dice.chance(0.3)) continue
    const decision = dice.pick(['link', 'different', 'dismiss', 'dismiss', 'nonsense'])
    await operator(pair, base, side => ({
      method: 'POST',
      path: path('/decide')(side),
      body: {
        decision,
        note: 'compared',
        ...(decision === 'link' && { worker: candidates[side]?.[0]?.worker ?? 'x' }),
      },
    }))
    await operator(pair, base, side => ({ path: path('')(side) }))
    if (dice.chance(0.5))
      await operator(pair, base, side => ({ method: 'POST', path: path('/undo')(side), body: {} }))
  }
  for (const state of ['open', 'linked', 'created', 'different', 'dismissed'])
    await operator(pair, base, { path: `/matches?state=${state}` })
}
