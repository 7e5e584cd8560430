-- Erasing a worker took the sentence out of the findings about them: where anybody was erased, all is checked once more and silently,
-- when no server is left that would take it out again.
do $$
begin
  if to_regclass('company') is not null and exists (select from erasure where type = 'worker') then
    insert into check_work (company, key, owner, silent, stage) select id, 'all', '', true, 1 from company
    on conflict do nothing;
  end if;
end
$$;
