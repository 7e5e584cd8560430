-- Who sees a reference is worked out from the record it names. What was kept for that before is dropped, and every record
-- that refers to others is brought up to date by one job, as after a rename; a server does that before it answers.
do $$
declare
  job bigint;
  referring record;
begin
  if to_regclass('assignment_text') is null then
    return;
  end if;
  update assignment_text
  set record = replace(regexp_replace(record, ',?"ownedBy":"[^"]*"', '', 'g'), '"replacement":{},', '')
  where record like '%"ownedBy":"%';
  insert into follow_job (type, id, alias, listed) values ('upgrade', 'references', '', true) returning n into job;
  for referring in
    select * from (values ('assignment', 'assignment'), ('timesheet', 'timesheet'), ('invoice', 'invoice'),
      ('afp', 'afp'), ('creditNote', 'credit_note'), ('expense', 'expense')) r (type, tables)
  loop
    execute format('insert into follow_row (job, type, id) select $1, $2, id from %I', referring.tables)
    using job, referring.type;
  end loop;
end
$$;
