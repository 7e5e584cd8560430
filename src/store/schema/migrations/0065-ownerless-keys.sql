-- A key all of whose owners were deleted is refused like one that was revoked, and consumes nothing. That is known once somebody
-- has looked at its owners: it holds for as long as their versions stand, which move when one of them comes back.
alter table api_key add column ownerless_at text;

do $$
declare
  gate text := replace(
    pg_get_functiondef('gate'::regproc),
    $was$when k.untils[i] <= moment then 'replaced'$was$,
    $is$when k.untils[i] <= moment then 'replaced'
        when k.ownerless_at = k.version then 'ownerless'$is$
  );
begin
  if gate not like '%ownerless_at%' then
    raise 'the gate says elsewhere which keys it refuses';
  end if;
  execute gate;
end
$$;

-- What was found out of a key, at this version of its owners; a request that came in before that is given back.
create function gate_ownerless(id text, at_version text, taken integer) returns void language plpgsql as $$
#variable_conflict use_variable
declare
  number bigint;
  today date := (gate_clock() at time zone 'UTC')::date;
  latest timestamptz;
begin
  select k.n into number from api_key k where k.id = id;
  perform set_config('synchronous_commit', 'off', true);
  perform pg_advisory_xact_lock_shared(16, 0);
  perform pg_advisory_xact_lock(17, (number % 2147483647)::integer);
  update api_key k set ownerless_at = at_version where k.n = number and k.ownerless_at is distinct from at_version;
  if taken = 0 then return; end if;
  select max(g.at) into latest from key_grant g where g.key_n = number;
  update key_grant g set n = g.n - taken where g.key_n = number and g.at = latest;
  delete from key_grant g where g.key_n = number and g.n <= 0;
  update key_window w set granted = greatest(0, w.granted - taken),
    oldest = (select min(g.at) from key_grant g where g.key_n = number),
    newest = (select max(g.at) from key_grant g where g.key_n = number)
  where w.key_n = number;
  update key_day d set used = greatest(0, d.used - taken) where d.key_n = number and d.day = today;
end
$$;
