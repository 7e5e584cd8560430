-- Keys, their use, owner versions and the head of the feed.

create table api_key (
  id text primary key,
  -- Locks and tallies go by this number.
  n bigint generated always as identity unique,
  kind text not null check (kind in ('company', 'agency')),
  name text not null,
  description text,
  scopes text[] not null,
  owners text[] not null,
  per_minute integer not null,
  per_day integer not null,
  allowed_ips inet[] not null default '{}',
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  -- Moves with every change of the key, so that processes know when to read it again.
  stamp bigint not null default 1
);

-- Every secret a key has had; the current one has no end.
create table key_secret (
  hash bytea primary key,
  key_n bigint not null references api_key (n) on delete cascade,
  hint text not null,
  until timestamptz,
  created_at timestamptz not null default now()
);
create index key_secret_by_key on key_secret (key_n);

create table key_day (
  key_n bigint not null,
  day date not null,
  used integer not null,
  primary key (key_n, day)
) with (fillfactor = 50);

-- The grants of the last sixty seconds, one row for those given together, and their sum.
create table key_grant (key_n bigint not null, at timestamptz not null, n integer not null)
  with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
create index key_grant_by_time on key_grant (key_n, at);
create table key_window (
  key_n bigint primary key,
  granted integer not null,
  oldest timestamptz,
  newest timestamptz
) with (fillfactor = 50);

create table operator_token (
  id text primary key,
  name text not null,
  hash bytea not null unique,
  hint text not null,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);

-- One row: the number of the last published change. Locked last in every write.
create table head (one boolean primary key default true check (one), seq bigint not null);
insert into head (seq) values (0);

create table owner_version (owner text primary key, version bigint not null);

create table setting (name text primary key, value text not null);
