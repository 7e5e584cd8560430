-- A key all of whose owners were deleted is refused like one that was revoked, and consumes nothing. That is known once somebody
-- has looked at its owners: it holds for as long as their versions stand, which move when one of them comes back.
alter table api_key add column ownerless_at text;
