-- A key that was made by signing in with another: it may do what its parent may, at most, and ends with it.
alter table api_key add column parent_n bigint;
create index api_key_by_parent on api_key (parent_n) where parent_n is not null;
