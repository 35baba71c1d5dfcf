-- outside a transaction
drop index concurrently if exists orders_by_status;
