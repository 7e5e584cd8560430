-- The last scrub, or the one that is asked for or under way: what rewrites tables after people were erased.
create table scrub (
  n integer primary key check (n = 1),
  asked_by text not null,
  started_at timestamptz not null,
  -- Tables, and how many of them are rewritten.
  total integer not null,
  done integer not null,
  step text not null,
  finished_at timestamptz,
  -- Why it ended without being done.
  failed text,
  -- What it could not reach.
  unreached text[] not null default '{}'
);

-- Which master secrets each server accepts, by the name of its connections and the fingerprints of the secrets.
create table server_secret (
  server text primary key,
  accepts text[] not null,
  at timestamptz not null default now()
);
