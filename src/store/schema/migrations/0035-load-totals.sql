-- Loads that ended, with their lines, added up for as long as there is the database: counters only ever rise.
create table load_total (
  outcome text primary key,
  loads bigint not null,
  lines bigint not null,
  rejected bigint not null
);
