-- Pairs of stored workers that may be one person wait in the same queue as attempts to create somebody, and what was
-- decided can be undone for a while.

alter table match_attempt
  alter column agency_id drop not null,
  alter column key_id drop not null,
  alter column fingerprint drop not null,
  -- The two workers of a pair, in the order of their ids.
  add column one text collate "C",
  add column other text collate "C",
  -- What each of them was known by when the pair was last looked at.
  add column one_print text,
  add column other_print text,
  -- Until then the decision can be undone; what that needs is kept as long.
  add column undo_until timestamptz,
  add column undo text,
  drop constraint match_attempt_state_check,
  add constraint match_attempt_state_check
    check (state in ('open', 'linked', 'created', 'different', 'dismissed', 'expired', 'closed')),
  add constraint match_attempt_kind_check
    check (case when one is null then other is null and agency_id is not null else one < other and agency_id is null end);

create unique index match_attempt_pair on match_attempt (one, other) where one is not null;
create index match_attempt_by_other on match_attempt (other) where other is not null;
create index match_attempt_by_state on match_attempt (state, created_at, id);
create index match_attempt_undo on match_attempt (undo_until) where undo_until is not null;
create index match_candidate_by_worker on match_candidate (worker_id);

alter table match_decision
  alter column agency_id drop not null,
  -- The operator token it came with, where it did not come from the command line.
  add column token_id text,
  drop constraint match_decision_decision_check,
  add constraint match_decision_decision_check
    check (decision in ('link', 'create', 'different', 'dismiss', 'expire', 'undo'));

-- The last look through all workers for pairs: how far it is, so that it can go on there.
create table match_scan (
  n integer primary key check (n = 1),
  round integer not null,
  after text collate "C" not null,
  total bigint not null,
  scanned bigint not null,
  found bigint not null,
  started_at timestamptz not null,
  finished_at timestamptz
);
