-- Who disabled an endpoint: an operator, or failures.
alter table endpoint add column disabled_by text check (disabled_by in ('operator', 'failures'));
update endpoint set disabled_by = case disabled_because when 'the operator disabled it' then 'operator' else 'failures' end
where state = 'disabled';
