-- What the declarations asked for when the record tables were last brought up to them, and how far filling a
-- new column has come.

create table declared (
  type text not null,
  name text not null,
  definition text not null,
  filled boolean not null,
  watermark text not null default '',
  primary key (type, name)
);
