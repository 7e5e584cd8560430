-- The upgrade that is under way, while servers of a newer version run beside older ones: the schema of the newer one, and its
-- steps, which count as migrations once it is complete, as older versions refuse a database with one that they do not know.
create table upgrade (
  one boolean primary key default true check (one),
  number integer not null,
  checksum text not null,
  -- The version of Muster whose servers began it.
  muster text not null,
  steps text[] not null,
  since timestamptz not null default now()
);
