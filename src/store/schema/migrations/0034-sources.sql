-- What is loaded again and again: when each source was last read, what came of it, and how far it was read.
create table load_source (
  name text collate "C" primary key,
  began timestamptz not null,
  -- Empty while it is read, and where the load was broken off.
  ended timestamptz,
  rows bigint not null default 0,
  rejected bigint not null default 0,
  since_column text,
  -- The newest value of that column in the last load that ended without a reject.
  mark text
);
