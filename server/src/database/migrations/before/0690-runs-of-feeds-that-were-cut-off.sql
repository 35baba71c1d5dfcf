-- When the server that takes a file in last said so: a run without an end of which nothing was heard for minutes was cut off with its
-- server. Null of one that a server of an earlier version began.
alter table feed_runs add column seen_at timestamptz;
