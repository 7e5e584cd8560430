-- Files that records refer to; their content lies on disk or in an S3-compatible store, under a key of our own.

create table file (
  id text collate "C" primary key,
  file_name text not null,
  content_type text not null,
  size bigint not null,
  sha256 bytea not null,
  storage_key text collate "C" not null unique,
  created_at timestamptz not null default now()
);

-- Content that a file had until then, kept a while longer for backups under way.
create table file_left (storage_key text collate "C" primary key, at timestamptz not null default now());

-- Names this database's part of a file store, so that no other database's content is ever taken for an orphan.
insert into setting (name, value) values ('installation', replace(gen_random_uuid()::text, '-', ''))
on conflict do nothing;
