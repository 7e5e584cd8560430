-- The records as anyone would normalise them who writes the handler by hand: made once, from what the server has stored.
-- Nested objects that are only ever shown whole stay JSON, which spares the peers joins.
create schema peers;

-- Where a link to a file goes, the stored text has a character that no JSON has.
create function peers.stored(record text) returns jsonb immutable parallel safe
return replace(record, E'\x01', '')::jsonb;

create table peers.company (id text primary key, name text not null);
create table peers.agency (id text primary key, name text not null);
create table peers.worker (id text primary key, name text not null);
create table peers.assignment (id text primary key, reference text not null);
create table peers.project (
  id text primary key,
  name text not null,
  company_id text not null references peers.company
);
create table peers.site (
  id text primary key,
  name text not null,
  active boolean not null,
  project_id text not null references peers.project,
  company_id text not null references peers.company,
  email text,
  phone jsonb,
  address jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create table peers.timesheet (
  id text primary key,
  reference text not null,
  status text not null,
  supplier_type text not null,
  worker_id text not null references peers.worker,
  assignment_id text not null references peers.assignment,
  company_id text not null references peers.company,
  project_id text not null references peers.project,
  site_id text not null references peers.site,
  agency_id text not null references peers.agency,
  pay_type text not null,
  rate_type text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  week_ending timestamptz not null,
  version integer not null,
  approved_date timestamptz,
  approval_requested_by jsonb,
  approved_by jsonb,
  timesheet_approvers jsonb not null,
  net_hours double precision not null,
  rates jsonb not null,
  amounts jsonb not null,
  piece_rate_entries jsonb not null,
  submission_answers jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- `offset 0`: otherwise the text would be read again for every column.
insert into peers.company select id, peers.stored(record)->>'name' from company_text;
insert into peers.agency select id, peers.stored(record)->>'name' from agency_text;
insert into peers.worker select id, peers.stored(record)->>'name' from worker_text;
insert into peers.assignment select id, peers.stored(record)->>'reference' from assignment_text;
insert into peers.project
select id, r->>'name', r->'company'->>'id' from (select id, peers.stored(record) as r from project_text offset 0) one;
insert into peers.site
select id, r->>'name', (r->>'active')::boolean, r->'project'->>'id', r->'company'->>'id', r->>'email', r->'phone',
  r->'address', (r->>'createdAt')::timestamptz, (r->>'updatedAt')::timestamptz
from (select id, peers.stored(record) as r from site_text offset 0) one;
insert into peers.timesheet
select id, r->>'reference', r->>'status', r->>'supplierType', r->'worker'->>'id', r->'assignment'->>'id',
  r->'company'->>'id', r->'project'->>'id', r->'site'->>'id', r->'agency'->>'id', r->>'payType', r->>'rateType',
  (r->>'start')::timestamptz, (r->>'end')::timestamptz, (r->>'weekEnding')::timestamptz, (r->>'version')::integer,
  (r->>'approvedDate')::timestamptz, r->'approvalRequestedBy', r->'approvedBy', r->'timesheetApprovers',
  (r->>'netHours')::double precision, r->'rates', r->'values', r->'pieceRateEntries', r->'submissionAnswers',
  (r->>'createdAt')::timestamptz, (r->>'updatedAt')::timestamptz
from (select id, peers.stored(record) as r from timesheet_text offset 0) one;

create index on peers.timesheet (company_id, created_at, id);
create index on peers.timesheet (worker_id);
create index on peers.timesheet (assignment_id);
create index on peers.timesheet (project_id);
create index on peers.timesheet (site_id);
create index on peers.timesheet (agency_id);
create index on peers.site (company_id, name, id);
create index on peers.site (project_id);
create index on peers.project (company_id);

drop function peers.stored(text);
