-- What changed, for whom, in commit order without gaps; and the work that a change leaves behind.

create table change (
  seq bigint not null,
  owner text collate "C" not null,
  type text not null,
  id text collate "C" not null,
  kind text not null check (kind in ('upserted', 'deleted', 'out_of_scope')),
  at timestamptz not null default now(),
  primary key (owner, seq)
);
create index change_by_time on change using brin (at);

-- A record whose name (or another value that others repeat) has changed; its mentions are rewritten in batches.
create table follow_job (
  n bigint generated always as identity primary key,
  type text not null,
  id text not null,
  alias text,
  listed boolean not null default false,
  followed bigint not null default 0,
  at timestamptz not null default now()
);
create table follow_row (job bigint not null, type text not null, id text collate "C" not null, primary key (job, type, id));
