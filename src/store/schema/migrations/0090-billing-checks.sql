-- What writes left to be worked out again from many records, each once until it is taken. What is taken is being worked out,
-- and goes with the transaction that writes what came of it.
create table check_work (
  company text collate "C" not null,
  key text collate "C" not null,
  -- Who besides the company may find something different: "a:ID", "c:ID", or "" for nobody.
  owner text collate "C" not null,
  taken boolean not null default false,
  -- Whether nobody is told of what comes of it.
  silent boolean not null,
  since timestamptz not null default now(),
  primary key (company, key, owner, taken)
);
create index check_work_by_owner on check_work (owner);

-- What the approved timesheets of a week take from purchase orders, by the reference of the order.
create table order_spending (
  company text collate "C" not null,
  week date not null,
  id text collate "C" not null,
  reference text collate "C" not null,
  charge numeric not null,
  detail text not null,
  primary key (company, week, id)
);
create index order_spending_by_reference on order_spending (company, reference, week, id);

-- Whether a side ("c:ID", "a:ID") sees an invoice made from timesheets between a company and an agency, as it was last found.
create table billing_pair (
  company text collate "C" not null,
  side text collate "C" not null,
  agency text collate "C" not null,
  bills boolean not null,
  primary key (company, side, agency)
);

-- A database that has companies is checked as a whole, once and silently.
do $$
begin
  if to_regclass('company') is not null then
    insert into check_work (company, key, owner, silent) select id, 'all', '', true from company;
  end if;
end
$$;
