-- Agencies that were assigned to workers by decisions on matches, as a fact of each worker, so that loads keep them. The
-- fact is the last of its Shape, so it is written behind all others.
do $$
begin
  if to_regclass('worker_text') is null then
    return;
  end if;
  update worker_text t
  set facts = case when t.facts = '{}' then '{' else left(t.facts, -1) || ',' end
    || '"linkedAgencies":' || l.agencies || '}'
  from (
    select d.worker_id, replace(json_agg(distinct d.agency_id order by d.agency_id)::text, ' ', '') as agencies
    from match_decision d
    join worker w on w.id = d.worker_id and d.agency_id = any(w.agencies_id)
    where d.decision = 'link'
      and not exists (
        select 1 from match_decision u
        where u.attempt_id = d.attempt_id and u.decision = 'undo' and u.n > d.n)
    group by d.worker_id
  ) l
  where t.id = l.worker_id and t.facts not like '%"linkedAgencies"%' and t.facts not like '%"erased":true%';
end
$$;
