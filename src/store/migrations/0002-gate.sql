-- The gate: for each waiting request, may this secret come in now? Keys are locked in one order, so that any
-- number of processes admit exactly the limit. Nothing is consumed by a refusal.

create function gate(hashes bytea[], ips inet[])
returns table (
  place integer, state text, key_id text, stamp bigint, version text,
  per_minute integer, minute_left integer, frees_in double precision,
  per_day integer, used_today integer
)
language plpgsql as $$
#variable_conflict use_column
declare
  k record;
  ask record;
  today date := (clock_timestamp() at time zone 'UTC')::date;
  at timestamptz;
  gone integer;
  granted integer;
  used integer;
  taken integer;
begin
  for k in
    select a.*, (
      select string_agg(o.owner || '=' || coalesce(v.version, 0), ',' order by o.owner)
      from unnest(a.owners) o(owner) left join owner_version v on v.owner = o.owner
    ) as owner_versions
    from api_key a
    where a.hash = any (hashes) or (a.old_hash = any (hashes) and a.old_until > clock_timestamp())
    order by a.n
  loop
    perform pg_advisory_xact_lock(17, k.n::integer);
    at := clock_timestamp();
    with d as (delete from key_grant g where g.key_n = k.n and g.at <= at - interval '60 seconds' returning g.n)
    select coalesce(sum(d.n), 0) into gone from d;
    select coalesce((select w.granted from key_window w where w.key_n = k.n), 0) - gone into granted;
    select coalesce((select d.used from key_day d where d.key_n = k.n and d.day = today), 0) into used;
    taken := 0;
    for ask in
      select i as place, ips[i] as ip from generate_subscripts(hashes, 1) i
      where hashes[i] = k.hash or (hashes[i] = k.old_hash and k.old_until > at) order by i
    loop
      place := ask.place;
      state := case
        when k.revoked_at is not null then 'revoked'
        when k.expires_at <= at then 'expired'
        when cardinality(k.allowed_ips) > 0 and not coalesce(ask.ip <<= any (k.allowed_ips), false) then 'ip'
        when granted >= k.per_minute then 'minute'
        when used >= k.per_day then 'day'
        else 'in' end;
      if state = 'in' then
        granted := granted + 1;
        used := used + 1;
        taken := taken + 1;
      end if;
      key_id := k.id;
      stamp := k.stamp;
      version := k.owner_versions;
      per_minute := k.per_minute;
      minute_left := greatest(k.per_minute - granted, 0);
      frees_in := case when granted < k.per_minute then 0 else coalesce((
        select extract(epoch from g.at + interval '60 seconds' - at)
        from key_grant g where g.key_n = k.n order by g.at limit 1), 60) end;
      per_day := k.per_day;
      used_today := used;
      return next;
    end loop;
    if taken > 0 then
      insert into key_grant values (k.n, at, taken);
      insert into key_day values (k.n, today, taken)
        on conflict (key_n, day) do update set used = key_day.used + excluded.used;
    end if;
    if taken > 0 or gone > 0 then
      insert into key_window values (k.n, granted)
        on conflict (key_n) do update set granted = excluded.granted;
    end if;
  end loop;
end
$$;
