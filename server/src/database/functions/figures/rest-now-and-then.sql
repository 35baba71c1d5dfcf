-- True; now and then it rests for 10 ms. A rebuild calls it for each record that it reads, so that all calls are slowed a little and none
-- waits for a whole client. The rests are the same on a slow or busy machine: five seconds for a million records.
create or replace function rest_now_and_then() returns boolean language sql volatile
  return case when random() < 0.0005 then pg_sleep(0.01) is not null else true end;
