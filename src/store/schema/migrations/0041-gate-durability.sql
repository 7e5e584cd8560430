-- Grants do not wait for the disk. But where a standby confirms every commit, they wait for it as everything does, so that
-- limits stay exact when it takes over.
create function gate_durability() returns text language sql stable as $$
  select case when current_setting('synchronous_standby_names') = '' then 'off' else 'remote_write' end
$$;

do $$
declare
  gate text := replace(
    pg_get_functiondef('gate'::regproc),
    $was$set_config('synchronous_commit', 'off', true)$was$,
    $is$set_config('synchronous_commit', gate_durability(), true)$is$
  );
begin
  if gate not like '%gate_durability%' then
    raise 'the gate says elsewhere whether it waits for the disk';
  end if;
  execute gate;
end
$$;
