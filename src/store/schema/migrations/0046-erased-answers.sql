-- Answers under an Idempotency-Key whose worker was erased: what is left of one says that, under a keyed hash of the
-- Idempotency-Key, because clients choose those and some choose an e-mail address.

alter table idempotency add column erased boolean not null default false;

-- Those of workers who were erased before this version lose their answers; their names go within KEEP_ANSWERS_HOURS.
-- The first id of an answer is the worker's.
update idempotency i set erased = true, answer = '', fingerprint = ''
from erasure e where e.type = 'worker' and e.id = substring(i.answer from '"id":"([^"]*)"') collate "C";
