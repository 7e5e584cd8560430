-- What servers that did not know who disables an endpoint have disabled and enabled meanwhile.
update endpoint set disabled_by = case when state = 'disabled' then
  case disabled_because when 'the operator disabled it' then 'operator' else 'failures' end end;
