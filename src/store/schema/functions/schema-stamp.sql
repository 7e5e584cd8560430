-- Moves the stamp of the schema whenever what is declared, or what of it is filled, changes: whoever changes it, and by the
-- clock, so that no stamp comes again after a backup was restored.
create or replace function move_schema_stamp() returns trigger language plpgsql set search_path from current as $$
begin
  update schema_version
  set stamp = greatest(stamp + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint);
  return null;
end
$$;
create or replace trigger declared_changes after insert or delete on declared
  for each row execute function move_schema_stamp();
create or replace trigger declared_updates after update on declared
  for each row when ((old.definition, old.filled) is distinct from (new.definition, new.filled))
  execute function move_schema_stamp();
