-- When records of a type were last loaded for an owner ("c:ID", "a:ID"), or for everybody (""), and by which job or mapping.
create table freshness (
  type text not null,
  owner text not null,
  loaded_at timestamptz not null,
  source text,
  primary key (type, owner)
);
