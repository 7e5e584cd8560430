// What may be one person, as operators and as the agencies that sent it see it: submissions, and pairs of stored workers.

import { sql } from '../../database/sql.ts'
import { Type } from '../../shape/schema.ts'
import {
  flag,
  instant,
  integer,
  list,
  maybe,
  number,
  oneOf,
  orNull,
  record,
  type Static,
  text,
} from '../../shape/shape.ts'
import { declareList, type RowIn } from '../lists/list.ts'

export const matchState = oneOf('open', 'linked', 'created', 'different', 'dismissed', 'expired', 'closed')
export const matchKind = oneOf('submission', 'pair')
export type MatchState = Static<typeof matchState>

/** A pair of which a worker is no longer stored; `a` is the attempt. */
export const hasLostWorker = sql`(a.one is not null and (
  not exists (select 1 from worker w where w.id = a.one) or not exists (select 1 from worker w where w.id = a.other)))`

/** A name, and whose record it is: the agency that sent it, or the reference with the agencies of a stored worker. */
const matchPerson = record({ name: text, from: text })
export type MatchPerson = Static<typeof matchPerson>

const order = { table: 'match_attempt', alias: 'a', columns: ['created_at', 'id'] } as const

export const matches = declareList({
  noun: 'match',
  missing: 'There is no such match',
  from: sql`match_attempt a left join agency g on g.id = a.agency_id cross join lateral (
    select count(*)::int as many, max(total) as best, count(nullif(exact, '')) > 0 as exact,
      (array_agg(worker_id order by nullif(exact, '') nulls last, total desc, worker_id))[1] as likeliest
    from match_candidate where attempt_id = a.id) c`,
  columns: {
    id: [text, sql`a.id`],
    kind: [matchKind, sql`case when a.one is null then 'submission' else 'pair' end`],
    /** Only a submission has an agency and a key, only a pair its two workers. */
    agencyId: [maybe(text), sql`a.agency_id`],
    agencyName: [maybe(text), sql`g.label::json->>'name'`],
    keyId: [maybe(text), sql`a.key_id`],
    workers: [maybe(list(text)), sql`case when a.one is not null then array[a.one, a.other] end`],
    state: [matchState, sql`a.state`],
    posts: [integer, sql`a.posts`],
    createdAt: [instant, sql`a.created_at`],
    lastAt: [instant, sql`a.last_at`],
    candidates: [integer, sql`c.many`],
    /** The largest total of a candidate. */
    best: [maybe(number), sql`c.best`],
    /** Whether one has the same identity number. */
    exact: [flag, sql`c.exact`],
    /** Who was sent and by whom, or the first of a pair; gone once a submission is decided. */
    sent: [maybe(matchPerson)],
    /** Who it may be, the likeliest of several. */
    known: [maybe(matchPerson)],
  },
  facts: {
    sealed: [maybe(Type.Unsafe<Buffer>({})), sql`a.sealed`],
    likeliest: [maybe(text), sql`c.likeliest`],
  },
  filters: { state: 'state' },
  order,
  listed: sql`not (a.state = 'open' and ${hasLostWorker})`,
  table: {
    Id: 'id',
    Who: ({ sent }) => sent?.name ?? '(forgotten)',
    From: ({ sent, agencyName, agencyId }) => sent?.from ?? agencyName ?? agencyId ?? '',
    'May be': ({ known, candidates }) =>
      `${known ? `${known.name}, ${known.from}` : '(gone)'}${candidates > 1 ? ` and ${candidates - 1} more` : ''}`,
    State: 'state',
    Sent: ({ kind, posts }) => (kind === 'pair' ? 'scan' : `${posts}×`),
    First: 'createdAt',
    Last: 'lastAt',
  },
})

export type MatchRow = RowIn<typeof matches>

/** What some agencies sent, and nothing of whom it may be. */
export const submissions = declareList({
  noun: 'submission',
  missing: 'There is no such submission of yours',
  from: sql`match_attempt a left join lateral (
    select decision, worker_id, at from match_decision m
    where m.attempt_id = a.id and a.state <> 'open' order by n desc limit 1
  ) d on true`,
  columns: {
    id: [text, sql`a.id`],
    agencyId: [text, sql`a.agency_id`],
    state: [matchState, sql`a.state`],
    sentAs: [orNull(text)],
    posts: [integer, sql`a.posts`],
    createdAt: [instant, sql`a.created_at`],
    lastAt: [instant, sql`a.last_at`],
    decidedAt: [orNull(instant), sql`d.at`],
    sentByThisKey: [flag],
    /** Who was created from it; nobody else. */
    worker: [
      orNull(text),
      sql`case when a.state = 'created' and d.decision = 'create' then nullif(d.worker_id, '') end`,
    ],
    text: [text],
    next: [text],
  },
  facts: {
    keyId: [text, sql`a.key_id`],
    sealed: [orNull(Type.Unsafe<Buffer>({})), sql`a.sealed`],
  },
  filters: { state: 'state' },
  order,
  confined: ({ agencies }: { agencies: readonly string[] }) => [
    sql`a.one is null and a.agency_id = any(${agencies}::text[])`,
  ],
})

export type Submission = RowIn<typeof submissions>
