-- A key of several owners may see, in a record of one, entries of another who does not see the record by itself. What
-- changes of these is told to the pair, and is part of the version of every key that has both. There are few such pairs.
create table owner_pair (
  one text collate "C",
  other text collate "C",
  version bigint not null,
  primary key (one, other)
);
