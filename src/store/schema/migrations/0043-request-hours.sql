-- What each hour of the log of requests came to, counted once it is over, so that a week is told without reading it again.
-- As the log itself, it need not outlive a crash of PostgreSQL.
create unlogged table request_hour (
  -- Empty for the sum of all keys and of none, which every counted hour has.
  key_id text not null,
  at timestamptz not null,
  -- A JSON list of [status, code, class of duration, count, milliseconds at which the last failed].
  counted text not null,
  primary key (key_id, at)
);
