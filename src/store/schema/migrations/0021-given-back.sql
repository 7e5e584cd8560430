-- What counted for a day and, as it turned out, should not have. In the order of the gate, so that neither waits for
-- the other for ever; and nobody waits for the disk here either.
create function gate_give_back(ids text[], days date[], counts integer[]) returns void
language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  with back as (
    select d.key_n, d.day, given.n
    from unnest(ids, days, counts) given(id, day, n)
      join api_key k on k.id = given.id join key_day d on d.key_n = k.n and d.day = given.day
    order by d.key_n, d.day for update of d
  )
  update key_day d set used = greatest(0, d.used - back.n)
  from back where d.key_n = back.key_n and d.day = back.day;
end
$$;
