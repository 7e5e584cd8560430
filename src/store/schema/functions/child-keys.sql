-- A child key is within its parent, whoever changes either: it has no scope, owner or limit that its parent lacks, may be used
-- from the same addresses, and ends no later. What it once lost does not come back.
create or replace function key_within_parent() returns trigger language plpgsql as $$
declare
  p record;
begin
  select * into strict p from api_key k where k.n = new.parent_n;
  new.kind := p.kind;
  new.scopes := array(
    select u.scope from unnest(new.scopes) with ordinality u(scope, at) where u.scope = any(p.scopes) order by u.at);
  new.owners := array(
    select u.owner from unnest(new.owners) with ordinality u(owner, at) where u.owner = any(p.owners) order by u.at);
  new.per_minute := least(new.per_minute, p.per_minute);
  new.per_day := least(new.per_day, p.per_day);
  new.allowed_ips := p.allowed_ips;
  new.expires_at := least(new.expires_at, p.expires_at);
  new.revoked_at := coalesce(new.revoked_at, p.revoked_at,
    case when cardinality(new.scopes) = 0 or cardinality(new.owners) = 0 then gate_clock() end);
  return new;
end
$$;

create or replace trigger key_within_parent
  before update of kind, scopes, owners, per_minute, per_day, allowed_ips, expires_at, revoked_at, stamp on api_key
  for each row when (new.parent_n is not null) execute function key_within_parent();

-- In one order, as times of last use are written, so that neither waits for the other for ever.
create or replace function children_within_key() returns trigger language plpgsql as $$
declare
  child bigint;
begin
  for child in select k.n from api_key k where k.parent_n = new.n and k.revoked_at is null order by k.n loop
    update api_key k set stamp = k.stamp + 1 where k.n = child;
  end loop;
  return null;
end
$$;

create or replace trigger children_within_key
  after update of scopes, owners, per_minute, per_day, allowed_ips, expires_at, revoked_at on api_key
  for each row when (new.parent_n is null) execute function children_within_key();
