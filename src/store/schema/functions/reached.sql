-- Whether a replica has these versions of owners, and of pairs of them, written as the gate writes them: c:1=12,c:2=15+40.
-- They fail where it has not: in the same statement, so of the same moment, as what is read.

-- Fails where it has less.
create or replace function reached(versions text) returns boolean language plpgsql stable parallel safe as $$
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

-- Fails where it has less, and where it has more: a replica may show a commit before the primary does, and whoever asks next
-- would be let in with the old versions and shown the record as it was.
create or replace function exactly_reached(versions text) returns boolean language plpgsql stable parallel safe as $$
declare
  owned text[] := string_to_array(split_part(versions, '+', 1), ',');
  paired bigint := nullif(split_part(versions, '+', 2), '')::bigint;
  pairs bigint;
  less boolean;
  more boolean;
begin
  select bool_or(coalesce(v.version, 0) < split_part(one.version, '=', 2)::bigint),
    bool_or(coalesce(v.version, 0) > split_part(one.version, '=', 2)::bigint)
  into less, more
  from unnest(owned) one(version) left join owner_version v on v.owner = split_part(one.version, '=', 1);
  if paired is not null then
    select coalesce(sum(p.version), 0) into pairs
    from owner_pair p join unnest(owned) one(version) on p.one = split_part(one.version, '=', 1)
    join unnest(owned) other(version) on p.other = split_part(other.version, '=', 1);
  end if;
  if less or pairs < paired then raise exception 'This replica is behind' using errcode = 'MU001'; end if;
  if more or pairs > paired then raise exception 'This replica is ahead' using errcode = 'MU002'; end if;
  return true;
end
$$;
