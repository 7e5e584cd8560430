-- What creating workers leaves behind: answers that may be asked for again, the last reference given out, and
-- attempts that look like somebody who is known, for people to decide.

create table idempotency (
  key_id text not null,
  name text not null,
  -- A keyed hash of what was sent.
  fingerprint text not null,
  answer text not null,
  at timestamptz not null default now(),
  primary key (key_id, name)
);
create index idempotency_by_time on idempotency using brin (at);

create table reference_number (series text primary key, last bigint not null);

create table match_attempt (
  id text collate "C" primary key,
  agency_id text collate "C" not null,
  key_id text not null,
  fingerprint text not null,
  state text not null check (state in ('open', 'linked', 'created', 'dismissed', 'expired')),
  -- How often the same was sent.
  posts integer not null default 1,
  -- Who was to be created, encrypted; gone once it is decided.
  sealed bytea,
  files text[] not null,
  created_at timestamptz not null default now(),
  last_at timestamptz not null default now()
);
create unique index match_attempt_open on match_attempt (agency_id, fingerprint) where state = 'open';
create index match_attempt_by_time on match_attempt (created_at);

create table match_candidate (
  attempt_id text collate "C" not null references match_attempt (id) on delete cascade,
  worker_id text collate "C" not null,
  total double precision not null,
  exact text,
  bits text not null,
  primary key (attempt_id, worker_id)
);

-- Kept longer than the attempts.
create table match_decision (
  n bigint generated always as identity primary key,
  attempt_id text collate "C" not null,
  agency_id text collate "C" not null,
  decision text not null check (decision in ('link', 'create', 'dismiss', 'expire')),
  worker_id text collate "C",
  decided_by text not null,
  note text,
  at timestamptz not null default now()
);
create index match_decision_by_attempt on match_decision (attempt_id);
