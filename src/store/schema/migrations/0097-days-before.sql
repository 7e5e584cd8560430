-- What an event says of an end that is near: its day, and the numbers of days before it that the event stands for; and whose endpoints
-- alone hear of it that ask for these days, where no feed has it.
alter table event add column ends_on date, add column days int4range, add column apart text[] collate "C";

-- So many days before an end an endpoint asks to be told, in place of the usual ones; since which day where those are not told to all.
create table endpoint_days (
  endpoint_id text not null references endpoint (id) on delete cascade,
  days integer not null,
  since date,
  primary key (endpoint_id, days)
);
