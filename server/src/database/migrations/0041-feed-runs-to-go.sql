-- When an order that a run names was placed, where it is still to be despatched: such orders are allocated in this order, a page
-- at a time. Rows live as long as their run.
alter table feed_run_orders add column to_go_at timestamptz;
