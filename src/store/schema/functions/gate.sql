-- The gate: may the requests that wait come in now? Those of one secret and address come as one row with a count. Keys are
-- locked in one order, children by their parent, so that any number of processes admit exactly the limit. A refusal consumes nothing. The database's
-- clock is the only one.

-- A function of its own, so that tests can set the clock.
create or replace function gate_clock() returns timestamptz language sql volatile as 'select clock_timestamp()';

-- Grants do not wait for the disk: a crash of the database may lose its last second. But where a standby confirms every
-- commit, they wait for it as everything does, so that limits stay exact when it takes over.
create or replace function gate_durability() returns text language sql stable as $$
  select case when current_setting('synchronous_standby_names') = '' then 'off' else 'remote_write' end
$$;

-- A clock that was set forward must not make grants look older than they are: they move along with it. Only the first
-- process to notice moves them.
create or replace function gate_follow_clock(heard timestamptz, moment timestamptz, moved interval) returns void
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(16, 0);
  if exists (select 1 from gate_jump j where j.at > heard and j.at <= moment) then return; end if;
  update key_grant set at = at + moved;
  update key_window set oldest = oldest + moved, newest = newest + moved;
  insert into gate_jump (at) values (moment) on conflict (one) do update set at = excluded.at;
end
$$;

-- What a child's requests may still take of its parent's minute and day, at this moment. The parent's lock is held.
create or replace function gate_parent_left(
  parent bigint, moment timestamptz, out minute integer, out day integer, out oldest timestamptz
) language plpgsql as $$
#variable_conflict use_variable
declare
  granted integer;
  ahead boolean;
begin
  select coalesce(w.granted, 0), w.oldest, w.newest > moment, k.per_minute, k.per_day - coalesce(d.used, 0)
  into granted, oldest, ahead, minute, day
  from api_key k left join key_window w on w.key_n = k.n
    left join key_day d on d.key_n = k.n and d.day = (moment at time zone 'UTC')::date where k.n = parent;
  if ahead then
    update key_grant g set at = moment where g.key_n = parent and g.at > moment;
    oldest := least(oldest, moment);
  end if;
  if ahead or oldest <= moment - interval '60 seconds' then
    with gone as (
      delete from key_grant g where g.key_n = parent and g.at <= moment - interval '60 seconds' returning g.n
    ) select granted - coalesce(sum(gone.n), 0) into granted from gone;
    select min(g.at) into oldest from key_grant g where g.key_n = parent;
    update key_window w set granted = granted, oldest = oldest, newest = least(w.newest, moment) where w.key_n = parent;
  end if;
  minute := minute - granted;
end
$$;

-- Requests of a child count for its parent, too.
create or replace function gate_count(key bigint, moment timestamptz, taken integer) returns void language sql as $$
  with one as (insert into key_grant (key_n, at, n) values (key, moment, taken)),
    two as (
      insert into key_day as d (key_n, day, used) values (key, (moment at time zone 'UTC')::date, taken)
      on conflict (key_n, day) do update set used = d.used + excluded.used
    )
  insert into key_window as w (key_n, granted, oldest, newest) values (key, taken, moment, moment)
  on conflict (key_n) do update
    set granted = w.granted + excluded.granted, oldest = coalesce(w.oldest, excluded.oldest), newest = excluded.newest
$$;

-- `heard` is the time this process was last told, `expected` what it is now at the least by its own steady clock. Without
-- `take` it only says what would happen. Of a row's requests the first `admitted` come in; what becomes of the others is
-- `state`. What is told of the key is how it stood before the first of them.
create or replace function gate(
  hashes bytea[], ips inet[], counts integer[], heard timestamptz, expected timestamptz, take boolean
) returns table (
  place integer, state text, admitted integer, key_id text, stamp bigint, version text,
  per_minute integer, granted integer, oldest timestamptz,
  per_day integer, used integer, moment timestamptz, last_used timestamptz
)
-- To plan it anew each time would take longer than all the rest, and hash joins of one row half as long.
set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
language plpgsql as $$
#variable_conflict use_variable
declare
  k record;
  today date;
  newest timestamptz;
  changed boolean;
  taken integer;
  first timestamptz;
  parents integer;
  spare record;
  ignored text;
begin
  ignored := set_config('synchronous_commit', gate_durability(), true);
  moment := gate_clock();
  -- Waiting in a queue and drift look like a small jump and are not one.
  if moment > expected + interval '1 second' + (expected - heard) * 0.001
  then ignored := gate_follow_clock(heard, moment, moment - expected);
  else
    ignored := pg_advisory_xact_lock_shared(16, 0);
    -- Set back, it may jump over the same times again: that is another jump than the one that was noted there.
    if moment < heard then delete from gate_jump j where j.at > moment; end if;
  end if;
  for k in
    select a.*, asked.places, asked.untils, (
      select string_agg(o.owner || '=' || coalesce(v.version, 0), ',' order by o.owner)
      from unnest(a.owners) o(owner) left join owner_version v on v.owner = o.owner
    ) || case when cardinality(a.owners) > 1 then (
      select '+' || coalesce(sum(p.version), 0)
      from owner_pair p where p.one = any(a.owners) and p.other = any(a.owners)
    ) else '' end as version
    from (
      select s.key_n, array_agg(w.place::integer order by w.place) as places, array_agg(s.until order by w.place) as untils
      from unnest(hashes) with ordinality w(hash, place) join key_secret s on s.hash = w.hash group by s.key_n
    ) asked join api_key a on a.n = asked.key_n order by coalesce(a.parent_n, a.n), a.n
  loop
    ignored := pg_advisory_xact_lock(17, (coalesce(k.parent_n, k.n) % 2147483647)::integer);
    moment := gate_clock();
    today := (moment at time zone 'UTC')::date;
    select coalesce(w.granted, 0), w.oldest, w.newest, coalesce(d.used, 0), 0, w.newest > moment,
      k.id, k.stamp, k.version, k.per_minute, k.per_day, k.last_used_at
    into granted, oldest, newest, used, taken, changed, key_id, stamp, version, per_minute, per_day, last_used
    from (select k.n) one(n) left join key_window w on w.key_n = one.n
      left join key_day d on d.key_n = one.n and d.day = today;
    if changed then
      -- The clock was set back: what was granted later than now counts for a minute from now, no longer.
      update key_grant g set at = moment where g.key_n = k.n and g.at > moment;
      newest := moment;
      oldest := least(oldest, moment);
    end if;
    if oldest <= moment - interval '60 seconds' then
      changed := true;
      with gone as (
        delete from key_grant g where g.key_n = k.n and g.at <= moment - interval '60 seconds' returning g.n
      ) select granted - coalesce(sum(gone.n), 0) into granted from gone;
      select min(g.at) into oldest from key_grant g where g.key_n = k.n;
    end if;
    if k.parent_n is not null then
      -- What others have taken of its parent's limits is as good as taken by itself.
      spare := gate_parent_left(k.parent_n, moment);
      first := oldest;
      parents := greatest(0, per_minute - spare.minute - granted);
      if parents > 0 then oldest := least(oldest, spare.oldest); end if;
      granted := granted + parents;
      used := greatest(used, per_day - spare.day);
    end if;
    for i in 1 .. cardinality(k.places) loop
      place := k.places[i];
      admitted := 0;
      state := case
        when k.revoked_at is not null then 'revoked'
        when k.expires_at <= moment then 'expired'
        when k.untils[i] <= moment then 'replaced'
        when k.ownerless_at = k.version then 'ownerless'
        when cardinality(k.allowed_ips) > 0 and not coalesce(ips[place] <<= any (k.allowed_ips), false) then 'ip'
        else 'in' end;
      if state = 'in' then
        admitted := greatest(0, least(counts[place], per_minute - granted, per_day - used));
        if admitted < counts[place] then
          state := case when granted + admitted >= per_minute then 'minute' else 'day' end;
        end if;
      end if;
      return next;
      granted := granted + admitted;
      used := used + admitted;
      taken := taken + admitted;
    end loop;
    if k.parent_n is not null then
      granted := granted - parents;
      oldest := first;
      if take and taken > 0 then ignored := gate_count(k.parent_n, moment, taken); end if;
    end if;
    if take and taken > 0 then
      with one as (insert into key_grant (key_n, at, n) values (k.n, moment, taken)),
        two as (
          insert into key_day as d (key_n, day, used) values (k.n, today, taken)
          on conflict (key_n, day) do update set used = d.used + excluded.used
        )
      insert into key_window (key_n, granted, oldest, newest)
      values (k.n, granted, coalesce(oldest, moment), moment)
      on conflict (key_n) do update
        set granted = excluded.granted, oldest = excluded.oldest, newest = excluded.newest;
    elsif changed then
      update key_window w set granted = granted - taken, oldest = oldest, newest = newest where w.key_n = k.n;
    end if;
  end loop;
end
$$;
