-- Mappings that were saved under a name, every version with who saved it. The last one counts, and one without a text says that
-- the mapping was removed.
create table mapping (
  name text collate "C" not null,
  version int not null,
  text text,
  who text not null,
  at timestamptz not null default now(),
  primary key (name, version)
);
