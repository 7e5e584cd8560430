-- Whether this database, which may be a replica that lags, has all that moved these owners, and pairs of them, to these
-- versions; written as the gate writes them: c:1=12,c:2=15+40. It fails where it has not: in the same statement, so of the
-- same moment, as what is read.
create function reached(versions text) returns boolean language plpgsql stable parallel safe as $$
declare
  owned text[] := string_to_array(split_part(versions, '+', 1), ',');
  paired bigint := coalesce(nullif(split_part(versions, '+', 2), ''), '0')::bigint;
begin
  if exists (
    select 1 from unnest(owned) one(version)
    left join owner_version v on v.owner = split_part(one.version, '=', 1)
    where coalesce(v.version, 0) < split_part(one.version, '=', 2)::bigint
  ) or (paired > 0 and paired > (
    select coalesce(sum(p.version), 0)
    from owner_pair p join unnest(owned) one(version) on p.one = split_part(one.version, '=', 1)
    join unnest(owned) other(version) on p.other = split_part(other.version, '=', 1)
  )) then raise exception 'This replica is behind' using errcode = 'MU001'; end if;
  return true;
end
$$;
