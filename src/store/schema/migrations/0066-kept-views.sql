-- Views of the portal under a name, for the holder of a key ("key ID") or for all of a role ("role NAME").
create table kept_view (
  id text primary key,
  holder text not null,
  name text not null,
  address text not null,
  created_at timestamptz not null default now(),
  unique (holder, name)
);
