-- outside a transaction
-- The orders that a file made, and whether all of them are still New.
create index concurrently orders_by_feed_run on orders (client_code, feed_run, status) where feed_run is not null;
