-- The latest that the clock was seen at by those who send webhooks: one that is behind it was set back.
create table clock_seen (one boolean primary key default true check (one), at timestamptz not null);

insert into clock_seen (at) values (clock_timestamp());
