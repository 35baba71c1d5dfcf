-- Jobs that recur: docs/decisions/0186-recurring-jobs.md.

-- One job for each name (its singleton key) waits or runs at a time. A server that is silent for 4 seconds is taken for
-- dead, and its run is tried once more; a run that hangs is given up after two hours.
select jobs.create_queue('recurring', '{"policy": "exclusive", "heartbeatSeconds": 4, "expireInSeconds": 7200, "retryLimit": 1, "deleteAfterSeconds": 3600}');

-- pg-boss sends by it what its schedules make due. It would make it by itself, which the application's role may not.
select jobs.create_queue('__pgboss__send-it', '{"policy": "standard", "deleteAfterSeconds": 3600}');

-- The last run of each job, and its last failure.
create table job_runs (
  name text collate "C" primary key,
  -- When it runs, as a cron expression in London's time.
  schedule text collate "C" not null,
  began_at timestamptz,
  -- Null while it runs, or where its server stopped within it.
  ended_at timestamptz,
  -- How long the last run took that ended.
  seconds double precision,
  outcome text collate "C" check (outcome in ('succeeded', 'failed')),
  succeeded_at timestamptz,
  failed_at timestamptz,
  failure text,
  failures bigint not null default 0
);
grant select, insert, update on job_runs to despatch_app;
