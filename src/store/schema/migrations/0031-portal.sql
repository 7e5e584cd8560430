-- Signing in to the portal, roles of operators, and what they did.

-- Those there are could do everything until now, and go on to.
alter table operator_token add column role text not null default 'owner'
  check (role in ('owner', 'operator', 'read-only', 'matches'));
alter table operator_token alter column role drop default;

-- Codes that sign somebody in once; only hashes are kept.
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
