-- What keys did, by day, and who read the single records of people: written in batches, kept 400 days.

create table key_tally (
  key_id text not null,
  day date not null,
  operation text not null,
  outcome text not null,
  requests bigint not null,
  primary key (key_id, day, operation, outcome)
);
create index key_tally_by_day on key_tally (day);

create table record_read (
  kind text not null,
  id text collate "C" not null,
  key_id text not null,
  operation text not null,
  at timestamptz not null
);
create index record_read_by_record on record_read (kind, id, at);
create index record_read_by_time on record_read using brin (at);
