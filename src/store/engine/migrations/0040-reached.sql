-- Whether this database, which may be a replica that lags, has all that moved these owners to these versions; written as the
-- gate writes them. It fails where it has not: in the same statement, so of the same moment, as what is read.
create function reached(versions text) returns boolean language plpgsql stable as $$
begin
  if exists (
    select 1 from string_to_table(versions, ',') one(version)
    left join owner_version v on v.owner = split_part(one.version, '=', 1)
    where coalesce(v.version, 0) < split_part(one.version, '=', 2)::bigint
  ) then raise exception 'This replica is behind' using errcode = 'MU001'; end if;
  return true;
end
$$;
