-- Which work comes first, so that the oldest of it is found by an index however much waits.
alter table check_work add column stage smallint not null default 1;
update check_work set stage = case when key like 'spending:%' then 3 else 2 end
where key like 'week:%' or key like 'check:%' or key like 'spending:%';
create index check_work_by_stage on check_work (stage, since);
