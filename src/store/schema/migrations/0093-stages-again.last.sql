-- What servers of the version before noted while those of this one ran beside them.
update check_work set stage = case when key like 'spending:%' then 3 else 2 end
where stage = 1 and (key like 'week:%' or key like 'check:%' or key like 'spending:%');
