-- The shape of the record tables that a server declared last. Its number only grows, so that an older version is refused.
-- Zero: none has been declared since this table is there.
create table schema_version (
  one boolean primary key default true check (one),
  number integer not null,
  checksum text not null,
  -- The version of Muster that declared it.
  muster text not null,
  -- Moves whenever what is declared, or what of it is filled, changes. The gate tells it with every request.
  stamp bigint not null
);
insert into schema_version (number, checksum, muster, stamp) values (0, '', '', 1);

-- Whoever changes it, and by the clock, so that no stamp comes again after a backup was restored.
create function move_schema_stamp() returns trigger language plpgsql set search_path from current as $$
begin
  update schema_version
  set stamp = greatest(stamp + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint);
  return null;
end
$$;
create trigger declared_changes after insert or delete on declared
  for each row execute function move_schema_stamp();
create trigger declared_updates after update on declared
  for each row when ((old.definition, old.filled) is distinct from (new.definition, new.filled))
  execute function move_schema_stamp();
