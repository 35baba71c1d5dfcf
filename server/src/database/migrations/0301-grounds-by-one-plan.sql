-- Every look-up of it is by key, so that one plan serves all: planned anew for the SKUs of each order, it took five times as
-- long as it takes to run.
alter function order_grounds(text, text[], date, date) set plan_cache_mode = force_generic_plan;
