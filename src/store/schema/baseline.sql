-- The tables of a new database, but for those of records, which the declarations make (contract/tables.sql). Databases of
-- earlier versions come to the same by the steps in migrations/, and a test compares the two. Whoever changes a table
-- writes both: the next step, and here what it leads to. Functions and triggers are in functions/.

create table setting (name text primary key, value text not null);
insert into setting (name, value) values
  -- Names this database's part of a file store, so that no other database's content is ever taken for an orphan.
  ('installation', replace(gen_random_uuid()::text, '-', '')),
  -- Cursors are good for this feed only: a restored backup goes on as another one.
  ('feed', replace(gen_random_uuid()::text, '-', ''));

-- Keys and their limits.

create table api_key (
  id text primary key,
  -- Locks and tallies go by this number.
  n bigint generated always as identity unique,
  kind text not null check (kind in ('company', 'agency')),
  name text not null,
  description text,
  scopes text[] not null,
  owners text[] not null,
  per_minute integer not null,
  per_day integer not null,
  allowed_ips inet[] not null default '{}',
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  -- Moves with every change of the key, so that processes know when to read it again.
  stamp bigint not null default 1,
  -- At these versions of its owners somebody saw that all of them are deleted. The key is refused like one that was revoked
  -- for as long as the versions stand, which move when one of them comes back.
  ownerless_at text,
  -- Set where it was made by signing in with another: it may do what its parent may, at most, and ends with it.
  parent_n bigint
);
create index api_key_by_parent on api_key (parent_n) where parent_n is not null;

-- Every secret a key has had; the current one has no end.
create table key_secret (
  hash bytea primary key,
  key_n bigint not null references api_key (n) on delete cascade,
  hint text not null,
  until timestamptz,
  created_at timestamptz not null default now()
);
create index key_secret_by_key on key_secret (key_n);

create table key_day (
  key_n bigint not null,
  day date not null,
  used integer not null,
  primary key (key_n, day)
) with (fillfactor = 50);

-- The grants of the last sixty seconds, one row for those given together, and their sum.
create table key_grant (key_n bigint not null, at timestamptz not null, n integer not null)
  with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
create index key_grant_by_time on key_grant (key_n, at);
create table key_window (
  key_n bigint primary key,
  granted integer not null,
  oldest timestamptz,
  newest timestamptz
) with (fillfactor = 50);

-- When the clock was last seen to have been set forward.
create table gate_jump (one boolean primary key default true check (one), at timestamptz not null);

-- What keys did, by day.
create table key_tally (
  key_id text not null,
  day date not null,
  operation text not null,
  outcome text not null,
  requests bigint not null,
  primary key (key_id, day, operation, outcome)
);
create index key_tally_by_day on key_tally (day);

-- Who read the single records of people.
create table record_read (
  kind text not null,
  id text collate "C" not null,
  key_id text not null,
  operation text not null,
  at timestamptz not null
);
create index record_read_by_record on record_read (kind, id, at);
create index record_read_by_time on record_read using brin (at);

-- What is declared.

-- What the declarations asked for when the record tables were last brought up to them, and how far filling a new column
-- has come.
create table declared (
  type text not null,
  name text not null,
  definition text not null,
  filled boolean not null,
  watermark text not null default '',
  primary key (type, name)
);

-- The schema that a server declared last. Its number only grows, so that an older version is refused. Zero: none yet.
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

-- How far stored records have been held against the Shapes of the version that runs, by type.
create table shape_check (
  type text primary key,
  -- Of the schema and the Shapes that they are held against.
  schema_number integer not null,
  checksum text not null,
  watermark text collate "C" not null default '',
  done boolean not null default false
);

-- Records that do not fit them, and that no declared way brings there. Nothing of their values is kept here.
create table invalid_record (
  type text not null,
  id text collate "C" not null,
  path text not null,
  reason text not null,
  primary key (type, id)
);

-- Changes: in commit order without gaps.

-- One row, locked last in every write: the numbers of the last change and event, and of the last that were thrown away by
-- age.
create table head (
  one boolean primary key default true check (one),
  seq bigint not null,
  event_seq bigint not null default 0,
  floor_seq bigint not null default 0,
  floor_event_seq bigint not null default 0
);
insert into head (seq) values (0);

create table owner_version (owner text primary key, version bigint not null);

-- A key of several owners may see, in a record of one, entries of another who does not see the record by itself. What
-- changes of these is told to the pair, and is part of the version of every key that has both. There are few such pairs.
create table owner_pair (
  one text collate "C",
  other text collate "C",
  version bigint not null,
  primary key (one, other)
);

-- When what an owner may see last changed in bulk: numbers of the last change and event before that.
create table owner_scope (owner text collate "C" primary key, seq bigint not null, event_seq bigint not null);

-- Rows of one change have one number: whoever has several of its owners sees one change.
create table change (
  seq bigint not null,
  owner text collate "C" not null,
  type text not null,
  id text collate "C" not null,
  kind text not null check (kind in ('upserted', 'deleted', 'out_of_scope')),
  at timestamptz not null default now(),
  primary key (owner, seq)
);
create index change_by_time on change using brin (at);
-- Sweeping goes by number.
create index change_by_seq on change using brin (seq);
-- What the feed tells of one record is found without reading all of the feed: each stretch of it has a filter of the ids
-- within. That costs a load far less than an index of every row would.
create index change_by_record on change using brin (id text_bloom_ops(n_distinct_per_range = 2000))
  with (pages_per_range = 16, autosummarize = on);

-- A record whose name (or another value that others repeat) has changed; its mentions are rewritten in batches.
create table follow_job (
  n bigint generated always as identity primary key,
  type text not null,
  id text not null,
  alias text,
  listed boolean not null default false,
  followed bigint not null default 0,
  at timestamptz not null default now()
);
create table follow_row (job bigint not null, type text not null, id text collate "C" not null, primary key (job, type, id));

-- Events and webhooks.

create table event (
  seq bigint primary key,
  id text collate "C" not null unique,
  type text not null,
  -- The kind of record it is about, and which.
  object text not null,
  object_id text collate "C" not null,
  projects text[] not null,
  at timestamptz not null,
  -- The traceparent of the request or load that it comes from, which is handed on with its deliveries.
  trace text,
  -- Of an end that is near: its day, and the numbers of days before it that this event stands for.
  ends_on date,
  days int4range,
  -- Whose endpoints alone hear of it that ask for these days; absent where feeds have it.
  apart text[] collate "C"
);
create index event_by_time on event using brin (at);
create table event_owner (owner text collate "C" not null, seq bigint not null, primary key (owner, seq));
create index event_owner_by_event on event_owner (seq);

create table endpoint (
  id text primary key,
  kind text not null check (kind in ('company', 'agency')),
  owners text[] not null,
  url text not null,
  types text[] not null,
  projects text[] not null default '{}',
  description text,
  state text not null default 'active' check (state in ('active', 'disabled')),
  disabled_because text,
  created_at timestamptz not null default now(),
  -- Failures to connect in a row, and until when it is left alone because of them.
  failures integer not null default 0,
  paused_until timestamptz,
  -- Since when nothing was delivered, and how many deliveries were given up since.
  failing_since timestamptz,
  given_up integer not null default 0,
  last_success_at timestamptz,
  disabled_by text check (disabled_by in ('operator', 'failures'))
) with (fillfactor = 50);

-- So many days before an end an endpoint asks to be told, in place of the usual ones; since which day where those are not told to all.
create table endpoint_days (
  endpoint_id text not null references endpoint (id) on delete cascade,
  days integer not null,
  since date,
  primary key (endpoint_id, days)
);

-- Encrypted; the current one has no end.
create table endpoint_secret (
  endpoint_id text not null references endpoint (id) on delete cascade,
  sealed bytea not null,
  until timestamptz,
  created_at timestamptz not null default now()
);
create index endpoint_secret_by_endpoint on endpoint_secret (endpoint_id);

create table delivery (
  n bigint generated always as identity primary key,
  endpoint_id text not null references endpoint (id) on delete cascade,
  event_seq bigint not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'exhausted', 'withheld')),
  attempts integer not null default 0,
  -- When it is due; while a process works on it, when another may take it over.
  next_at timestamptz not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  unique (endpoint_id, event_seq)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
create index delivery_due on delivery (endpoint_id, next_at) where state = 'waiting';
create index delivery_by_event on delivery (event_seq);

-- What became of every attempt to deliver.
create table attempt (
  delivery_n bigint not null,
  n integer not null,
  at timestamptz not null,
  status integer,
  error text,
  duration_ms integer not null,
  answer text
);
create index attempt_by_delivery on attempt (delivery_n);
create index attempt_by_time on attempt using brin (at);

-- The latest that the clock was seen at by those who send webhooks: one that is behind it was set back.
create table clock_seen (one boolean primary key default true check (one), at timestamptz not null);
insert into clock_seen (at) values (clock_timestamp());

-- Files.

-- Files that records refer to; their content lies on disk or in an S3-compatible store, under a key of our own.
create table file (
  id text collate "C" primary key,
  file_name text not null,
  content_type text not null,
  size bigint not null,
  sha256 bytea not null,
  storage_key text collate "C" not null unique,
  created_at timestamptz not null default now(),
  -- Since when no record names it any more; it is removed later.
  unnamed_since timestamptz
);
create index file_unnamed on file (id) where unnamed_since is not null;

-- Content that a file had until then, kept a while longer for backups under way.
create table file_left (
  storage_key text collate "C" primary key,
  at timestamptz not null default now(),
  -- When it goes; where this is empty, backups under way may still read it.
  due timestamptz,
  file_id text collate "C"
);

-- Workers: created, matched, erased.

-- Answers that may be asked for again.
create table idempotency (
  key_id text not null,
  -- The Idempotency-Key; of an erased worker a keyed hash of it, because clients choose those and some choose an e-mail
  -- address.
  name text not null,
  -- A keyed hash of what was sent.
  fingerprint text not null,
  answer text not null,
  at timestamptz not null default now(),
  -- The worker was erased: there is no answer any more.
  erased boolean not null default false,
  primary key (key_id, name)
);
create index idempotency_by_time on idempotency using brin (at);

-- The last reference given out.
create table reference_number (series text primary key, last bigint not null);

-- Attempts to create somebody who looks like a worker that is known, and pairs of stored workers that may be one person,
-- for people to decide.
create table match_attempt (
  id text collate "C" primary key,
  agency_id text collate "C",
  key_id text,
  fingerprint text,
  state text not null
    check (state in ('open', 'linked', 'created', 'different', 'dismissed', 'expired', 'closed')),
  -- How often the same was sent.
  posts integer not null default 1,
  -- Who was to be created, encrypted; gone once it is decided.
  sealed bytea,
  files text[] not null,
  created_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  -- The two workers of a pair, in the order of their ids.
  one text collate "C",
  other text collate "C",
  -- What each of them was known by when the pair was last looked at.
  one_print text,
  other_print text,
  -- Until then the decision can be undone; what that needs is kept as long.
  undo_until timestamptz,
  undo text,
  constraint match_attempt_kind_check
    check (case when one is null then other is null and agency_id is not null else one < other and agency_id is null end)
);
create unique index match_attempt_open on match_attempt (agency_id, fingerprint) where state = 'open';
create index match_attempt_by_time on match_attempt (created_at);
create unique index match_attempt_pair on match_attempt (one, other) where one is not null;
create index match_attempt_by_other on match_attempt (other) where other is not null;
create index match_attempt_by_state on match_attempt (state, created_at, id);
create index match_attempt_undo on match_attempt (undo_until) where undo_until is not null;

create table match_candidate (
  attempt_id text collate "C" not null references match_attempt (id) on delete cascade,
  worker_id text collate "C" not null,
  total double precision not null,
  exact text,
  bits text not null,
  primary key (attempt_id, worker_id)
);
create index match_candidate_by_worker on match_candidate (worker_id);

-- Kept longer than the attempts.
create table match_decision (
  n bigint generated always as identity primary key,
  attempt_id text collate "C" not null,
  agency_id text collate "C",
  decision text not null check (decision in ('link', 'create', 'different', 'dismiss', 'expire', 'undo')),
  worker_id text collate "C",
  decided_by text not null,
  note text,
  at timestamptz not null default now(),
  -- The operator token it came with, where it did not come from the command line.
  token_id text
);
create index match_decision_by_attempt on match_decision (attempt_id);

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

-- Whose data was erased, so that no load brings it back. Nothing here says who it was.
create table erasure (
  type text not null,
  id text collate "C" not null,
  -- Whether the record went, or stays without what it said of the person.
  whole boolean not null,
  erased_by text not null,
  -- The short id that it went by.
  nanoid text,
  at timestamptz not null default now(),
  primary key (type, id)
);

-- The last scrub, or the one that is asked for or under way: what rewrites tables after people were erased.
create table scrub (
  n integer primary key check (n = 1),
  asked_by text not null,
  started_at timestamptz not null,
  -- Tables, and how many of them are rewritten.
  total integer not null,
  done integer not null,
  step text not null,
  finished_at timestamptz,
  -- Why it ended without being done.
  failed text,
  -- What it could not reach.
  unreached text[] not null default '{}'
);

-- Operators.

create table operator_token (
  id text primary key,
  name text not null,
  hash bytea not null unique,
  hint text not null,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  role text not null check (role in ('owner', 'operator', 'read-only', 'matches'))
);

-- Views of the portal under a name, for the holder of a key ("key ID") or for all of a role ("role NAME").
create table kept_view (
  id text primary key,
  holder text not null,
  name text not null,
  address text not null,
  created_at timestamptz not null default now(),
  unique (holder, name)
);

-- Codes that sign somebody in to the portal once; only hashes are kept.
create table portal_link (
  hash bytea primary key,
  via text not null check (via in ('link', 'oidc')),
  who text not null,
  name text not null,
  role text not null check (role in ('owner', 'operator', 'read-only', 'matches')),
  expires_at timestamptz not null,
  used_at timestamptz
);

-- A session of an operator has a role, one of a key the hash of the secret that opened it.
create table portal_session (
  id text primary key,
  hash bytea not null unique,
  via text not null check (via in ('token', 'link', 'oidc', 'key')),
  who text not null,
  name text not null,
  role text check (role in ('owner', 'operator', 'read-only', 'matches')),
  key_hash bytea,
  created_at timestamptz not null,
  used_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  check ((via = 'key') = (key_hash is not null) and (via = 'key') = (role is null))
);

-- What operators changed. Neither secrets nor anything personal of workers.
create table operator_audit (
  n bigint generated always as identity primary key,
  at timestamptz not null,
  via text not null,
  who text not null,
  name text not null,
  operation text not null,
  kind text not null,
  subject text not null,
  before json,
  after json,
  request_id text
);
create index operator_audit_by_subject on operator_audit (subject, n);
create index operator_audit_by_who on operator_audit (who, n);
create index operator_audit_by_time on operator_audit (at);

-- Which master secrets each server accepts, by the name of its connections and the fingerprints of the secrets.
create table server_secret (
  server text primary key,
  accepts text[] not null,
  at timestamptz not null default now()
);

-- Requests and loads.

-- What was asked of the server, for operators who look for a fault. It need not outlive a crash of PostgreSQL, so writing it
-- costs no WAL, and backups leave it out.
create unlogged table request (
  n bigint generated always as identity primary key,
  at timestamptz not null,
  request_id text not null,
  -- Empty where nobody holds the secret that was sent.
  key_id text,
  surface text not null check (surface in ('http', 'tool', 'operator')),
  method text not null,
  -- As declared: neither the address nor the query.
  operation text not null,
  status integer not null,
  code text,
  ms real not null
);
create index request_by_key on request (key_id, n);
create index request_by_time on request using brin (at) with (pages_per_range = 16);

-- What each hour of the log of requests came to, counted once it is over, so that a week is told without reading it again.
create unlogged table request_hour (
  -- Empty for the sum of all keys and of none, which every counted hour has.
  key_id text not null,
  at timestamptz not null,
  -- A JSON list of [status, code, class of duration, count, milliseconds at which the last failed].
  counted text not null,
  primary key (key_id, at)
);

-- Every load with how it went.
create table load (
  id text primary key,
  source text not null check (source in ('command', 'http', 'portal')),
  who text not null,
  name text,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  stage text,
  dry_run boolean not null,
  options text not null,
  began_at timestamptz not null default now(),
  -- Who does not write any more was interrupted.
  beat_at timestamptz not null default now(),
  ended_at timestamptz,
  lines bigint not null default 0,
  bytes bigint not null default 0,
  counts text not null default '{}',
  rejected bigint not null default 0,
  warned bigint not null default 0,
  error text,
  -- Grouped by their reason, without anything of the lines themselves.
  rejections text not null default '[]',
  not_grouped bigint not null default 0,
  -- What it did besides the counts, as JSON, once it has ended.
  outcome text,
  -- The job that it was made by, such as the one of every night, where it says so.
  job text collate "C"
);
create index load_by_time on load (began_at, id);
create index load_by_job on load (job, began_at) where job is not null;

-- What is loaded again and again: when each source was last read, what came of it, and how far it was read.
create table load_source (
  name text collate "C" primary key,
  began timestamptz not null,
  -- Empty while it is read, and where the load was broken off.
  ended timestamptz,
  rows bigint not null default 0,
  rejected bigint not null default 0,
  since_column text,
  -- The newest value of that column in the last load that ended without a reject.
  mark text
);

-- Loads that ended, with their lines, added up for as long as there is the database: counters only ever rise.
create table load_total (
  outcome text primary key,
  loads bigint not null,
  lines bigint not null,
  rejected bigint not null
);

-- Mappings that were saved under a name, every version with who saved it. The last one counts, and one without a text says that
-- the mapping was removed.
create table mapping (
  name text collate "C" not null,
  version int not null,
  text text,
  who text not null,
  at timestamptz not null default now(),
  primary key (name, version)
);

-- Jobs that are expected again and again: one that does not come is reported.
create table expected_job (
  name text collate "C" primary key,
  every_minutes int not null,
  who text not null,
  since timestamptz not null default now()
);

-- Every backup that was made, and every restore that was tried, with how it went.
create table backup_run (
  n bigint generated always as identity primary key,
  kind text not null,
  file text not null,
  who text not null,
  began_at timestamptz not null,
  ended_at timestamptz not null default now(),
  rows bigint not null default 0,
  files bigint not null default 0,
  bytes bigint,
  error text
);

-- Assistants that registered themselves to sign in; those that nobody signs in with go after a day.
create table oauth_client (
  id text primary key,
  name text not null,
  redirect_uris text[] not null,
  -- Of those that have a secret.
  secret_hash bytea,
  created_at timestamptz not null default now(),
  used_at timestamptz
);

-- What somebody agreed to, until the assistant exchanges the code for tokens; then the sign-in that it became.
create table oauth_code (
  hash bytea primary key,
  client_id text not null,
  redirect_uri text not null,
  challenge text not null,
  parent_id text not null,
  -- The sign-in to be made, and who agreed to it.
  agreed jsonb not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  key_id text
);

-- Refresh tokens by their hashes. One that was used has the hash of the one that it was exchanged for.
create table oauth_refresh (
  hash bytea primary key,
  key_id text not null,
  client_id text not null,
  used_at timestamptz,
  next_hash bytea,
  created_at timestamptz not null default now()
);
create index oauth_refresh_by_key on oauth_refresh (key_id);

-- When records of a type were last loaded for an owner ("c:ID", "a:ID"), or for everybody (""), and by which job or mapping.
create table freshness (
  type text not null,
  owner text not null,
  loaded_at timestamptz not null,
  source text,
  primary key (type, owner)
);

-- What writes left to be worked out again from many records, each once until it is taken. What is taken is being worked out,
-- and goes with the transaction that writes what came of it.
create table check_work (
  company text collate "C" not null,
  key text collate "C" not null,
  -- Who may find something different: "a:ID", "c:ID", "" for the company itself, and nobody for "of:ID", which names an agency.
  owner text collate "C" not null,
  taken boolean not null default false,
  -- Whether nobody is told of what comes of it.
  silent boolean not null,
  since timestamptz not null default now(),
  -- What has to be looked up first (1), weeks (2), orders over all their weeks (3).
  stage smallint not null default 1,
  primary key (company, key, owner, taken)
);
create index check_work_by_owner on check_work (owner);
create index check_work_by_stage on check_work (stage, since);

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

-- The upgrade that is under way, while servers of a newer version run beside older ones: the schema of the newer one, and its
-- steps, which count as migrations once it is complete, as older versions refuse a database with one that they do not know.
create table upgrade (
  one boolean primary key default true check (one),
  number integer not null,
  checksum text not null,
  -- The version of Muster whose servers began it.
  muster text not null,
  steps text[] not null,
  since timestamptz not null default now()
);
