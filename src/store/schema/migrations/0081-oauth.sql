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
