-- What happened, for whom, in commit order without gaps; the endpoints that want to hear of it, what is still to be
-- delivered to each, and what became of every attempt.

-- Beside the numbers of the last change and event, those of the last that were thrown away by age.
alter table head
  add column event_seq bigint not null default 0,
  add column floor_seq bigint not null default 0,
  add column floor_event_seq bigint not null default 0;

-- Cursors are good for this feed only: a restored backup goes on as another one.
insert into setting (name, value) values ('feed', replace(gen_random_uuid()::text, '-', '')) on conflict do nothing;

-- Rows of one change have one number: whoever has several of its owners sees one change.
create table event (
  seq bigint primary key,
  id text collate "C" not null unique,
  type text not null,
  -- The kind of record it is about, and which.
  object text not null,
  object_id text collate "C" not null,
  projects text[] not null,
  at timestamptz not null
);
create index event_by_time on event using brin (at);
create table event_owner (owner text collate "C" not null, seq bigint not null, primary key (owner, seq));
create index event_owner_by_event on event_owner (seq);

-- When what an owner may see last changed in bulk: numbers of the last change and event before that.
create table owner_scope (owner text collate "C" primary key, seq bigint not null, event_seq bigint not null);

create table endpoint (
  id text primary key,
  kind text not null check (kind in ('company', 'agency')),
  owners text[] not null,
  url text not null,
  types text[] not null,
  projects text[] not null default '{}',
  description text,
  state text not null default 'active' check (state in ('active', 'disabled')),
  disabled_because text,
  created_at timestamptz not null default now(),
  -- Failures to connect in a row, and until when it is left alone because of them.
  failures integer not null default 0,
  paused_until timestamptz,
  -- Since when nothing was delivered, and how many deliveries were given up since.
  failing_since timestamptz,
  given_up integer not null default 0,
  last_success_at timestamptz
) with (fillfactor = 50);

-- Encrypted; the current one has no end.
create table endpoint_secret (
  endpoint_id text not null references endpoint (id) on delete cascade,
  sealed bytea not null,
  until timestamptz,
  created_at timestamptz not null default now()
);
create index endpoint_secret_by_endpoint on endpoint_secret (endpoint_id);

create table delivery (
  n bigint generated always as identity primary key,
  endpoint_id text not null references endpoint (id) on delete cascade,
  event_seq bigint not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'exhausted', 'withheld')),
  attempts integer not null default 0,
  -- When it is due; while a process works on it, when another may take it over.
  next_at timestamptz not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  unique (endpoint_id, event_seq)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
create index delivery_due on delivery (endpoint_id, next_at) where state = 'waiting';

create table attempt (
  delivery_n bigint not null,
  n integer not null,
  at timestamptz not null,
  status integer,
  error text,
  duration_ms integer not null,
  answer text
);
create index attempt_by_delivery on attempt (delivery_n);
create index attempt_by_time on attempt using brin (at);
-- Sweeping goes by number.
create index change_by_seq on change using brin (seq);
create index delivery_by_event on delivery (event_seq);
