-- The first refused rows of a run, by line, column and reason, so that the list of runs says which they were. What stands in
-- their cells is not kept: it may be about a person.
alter table feed_runs add column refused_rows jsonb not null default '[]';
