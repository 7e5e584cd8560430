-- Grants do not wait for the disk. But where a standby confirms every commit, they wait for it as everything does, so that
-- limits stay exact when it takes over.
create function gate_durability() returns text language sql stable as $$
  select case when current_setting('synchronous_standby_names') = '' then 'off' else 'remote_write' end
$$;

do $$
begin
  execute replace(
    pg_get_functiondef('gate'::regproc),
    $was$set_config('synchronous_commit', 'off', true)$was$,
    $is$set_config('synchronous_commit', gate_durability(), true)$is$
  );
end
$$;
