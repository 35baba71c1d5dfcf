-- A run whose server stops is tried again three times at most: a server that stops may take it once more. A run that hangs
-- is given up after a day. Records: docs/decisions/0186-recurring-jobs.md.
update jobs.queue set retry_limit = 3, expire_seconds = 86400 where name = 'recurring';

-- Servers of this version do not write it; it is dropped a release later.
alter table job_runs alter column schedule drop not null;
