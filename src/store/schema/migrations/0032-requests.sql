-- What was asked of the server, for operators who look for a fault, and every load with how it went.

-- It need not outlive a crash of PostgreSQL, so writing it costs no WAL, and backups leave it out.
create unlogged table request (
  n bigint generated always as identity primary key,
  at timestamptz not null,
  request_id text not null,
  -- Empty where nobody holds the secret that was sent.
  key_id text,
  surface text not null check (surface in ('http', 'tool', 'operator')),
  method text not null,
  -- As declared: neither the address nor the query.
  operation text not null,
  status integer not null,
  code text,
  ms real not null
);
create index request_by_key on request (key_id, n);
create index request_by_time on request using brin (at) with (pages_per_range = 16);

create table load (
  id text primary key,
  source text not null check (source in ('command', 'http', 'portal')),
  who text not null,
  name text,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  stage text,
  dry_run boolean not null,
  options text not null,
  began_at timestamptz not null default now(),
  -- Who does not write any more was interrupted.
  beat_at timestamptz not null default now(),
  ended_at timestamptz,
  lines bigint not null default 0,
  bytes bigint not null default 0,
  counts text not null default '{}',
  rejected bigint not null default 0,
  warned bigint not null default 0,
  error text,
  -- Grouped by their reason, without anything of the lines themselves.
  rejections text not null default '[]',
  not_grouped bigint not null default 0
);
create index load_by_time on load (began_at, id);
