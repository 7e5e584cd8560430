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
  hash bytea not null unique,
  old_hash bytea unique,
  old_until timestamptz,
  hint text not null,
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

create table key_day (
  key_n bigint not null,
  day date not null,
  used integer not null,
  primary key (key_n, day)
);

-- The last sixty seconds of grants. Unlogged: a crash of the database forgets a minute, not a day.
create unlogged table key_grant (key_n bigint not null, at timestamptz not null, n integer not null);
create index key_grant_by_time on key_grant (key_n, at);
create unlogged table key_window (key_n bigint primary key, granted integer not null);

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
