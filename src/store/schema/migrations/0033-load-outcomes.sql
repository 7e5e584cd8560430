-- What a load did besides the counts, as JSON, once it has ended.

alter table load add column outcome text;
