-- Grants that, as it turned out, should not have been.

-- Gives back what counted for a day. In the order of the gate, so that neither waits
-- for the other for ever; and nobody waits for the disk here either.
create or replace function gate_give_back(ids text[], days date[], counts integer[]) returns void
language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  with given as (
    select key.n as key_n, coalesce(k.parent_n, k.n) as family, u.day, sum(u.n)::integer as n
    from unnest(ids, days, counts) u(id, day, n) join api_key k on k.id = u.id
      cross join lateral (values (k.n), (k.parent_n)) key(n)
    where key.n is not null group by 1, 2, 3
  ), back as (
    select d.key_n, d.day, given.n
    from given join key_day d on d.key_n = given.key_n and d.day = given.day
    order by given.family, d.key_n, d.day for update of d
  )
  update key_day d set used = greatest(0, d.used - back.n)
  from back where d.key_n = back.key_n and d.day = back.day;
end
$$;

-- Notes that all owners of a key were deleted, as of this version of them; a request that came in before that was known is
-- given back.
create or replace function gate_ownerless(id text, at_version text, taken integer) returns void language plpgsql as $$
#variable_conflict use_variable
declare
  key record;
  number bigint;
  today date := (gate_clock() at time zone 'UTC')::date;
  latest timestamptz;
begin
  select k.n, k.parent_n into key from api_key k where k.id = id;
  perform set_config('synchronous_commit', 'off', true);
  perform pg_advisory_xact_lock_shared(16, 0);
  perform pg_advisory_xact_lock(17, (coalesce(key.parent_n, key.n) % 2147483647)::integer);
  update api_key k set ownerless_at = at_version where k.n = key.n and k.ownerless_at is distinct from at_version;
  if taken = 0 then return; end if;
  foreach number in array array_remove(array[key.parent_n, key.n], null) loop
    select max(g.at) into latest from key_grant g where g.key_n = number;
    update key_grant g set n = g.n - taken where g.key_n = number and g.at = latest;
    delete from key_grant g where g.key_n = number and g.n <= 0;
    update key_window w set granted = greatest(0, w.granted - taken),
      oldest = (select min(g.at) from key_grant g where g.key_n = number),
      newest = (select max(g.at) from key_grant g where g.key_n = number)
    where w.key_n = number;
    update key_day d set used = greatest(0, d.used - taken) where d.key_n = number and d.day = today;
  end loop;
end
$$;
