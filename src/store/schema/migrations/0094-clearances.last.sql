-- A database that has companies is worked out as a whole, once and silently, when no server is left that notes nothing of it.
do $$
begin
  if to_regclass('company') is not null then
    insert into check_work (company, key, owner, silent, stage) select id, 'standings:', '', true, 4 from company
    on conflict do nothing;
  end if;
end
$$;
