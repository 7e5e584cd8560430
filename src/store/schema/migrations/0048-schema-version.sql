-- The shape of the record tables that a server declared last. Its number only grows, so that an older version is refused.
-- Zero: none has been declared since this table is there.
create table schema_version (
  one boolean primary key default true check (one),
  number integer not null,
  checksum text not null,
  -- The version of Muster that declared it.
  muster text not null,
  -- Moves whenever what is declared, or what of it is filled, changes. The gate tells it with every request.
  stamp bigint not null
);
insert into schema_version (number, checksum, muster, stamp) values (0, '', '', 1);
