-- What the feed tells of one record is found without reading all of the feed: each stretch of it has a filter of the ids
-- within. That costs a load far less than an index of every row would.
create index change_by_record on change using brin (id text_bloom_ops(n_distinct_per_range = 2000))
  with (pages_per_range = 16, autosummarize = on);
