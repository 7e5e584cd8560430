-- How far stored records have been held against the Shapes of the version that runs, by type.
create table shape_check (
  type text primary key,
  -- Of the schema and the Shapes that they are held against.
  schema_number integer not null,
  checksum text not null,
  watermark text collate "C" not null default '',
  done boolean not null default false
);

-- Records that do not fit them, and that no declared way brings there. Nothing of their values is kept here.
create table invalid_record (
  type text not null,
  id text collate "C" not null,
  path text not null,
  reason text not null,
  primary key (type, id)
);
