-- Files that a record named and none names any more, until they are removed.
alter table file add column unnamed_since timestamptz;
create index file_unnamed on file (id) where unnamed_since is not null;
-- When their content goes; where this is empty, backups under way may still read it.
alter table file_left add column due timestamptz, add column file_id text collate "C";

-- Whose data was erased, so that no load brings it back. Nothing here says who it was.
create table erasure (
  type text not null,
  id text collate "C" not null,
  -- Whether the record went, or stays without what it said of the person.
  whole boolean not null,
  erased_by text not null,
  -- The short id that it went by.
  nanoid text,
  at timestamptz not null default now(),
  primary key (type, id)
);
