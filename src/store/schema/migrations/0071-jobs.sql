-- The job that a load was made by, such as the one of every night, where it says so.
alter table load add column job text collate "C";
create index load_by_job on load (job, began_at) where job is not null;

-- Jobs that are expected again and again: one that does not come is reported.
create table expected_job (
  name text collate "C" primary key,
  every_minutes int not null,
  who text not null,
  since timestamptz not null default now()
);

-- Every backup that was made, and every restore that was tried, with how it went.
create table backup_run (
  n bigint generated always as identity primary key,
  kind text not null,
  file text not null,
  who text not null,
  began_at timestamptz not null,
  ended_at timestamptz not null default now(),
  rows bigint not null default 0,
  files bigint not null default 0,
  bytes bigint,
  error text
);
