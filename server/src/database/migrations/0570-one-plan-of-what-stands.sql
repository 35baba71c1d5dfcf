-- What changes of orders' allocation is counted by one plan for all: PostgreSQL made a new one for each order that was created,
-- which took as long as all else that the order's consignments cost.
alter function append_consigned(moved_consignment[]) set plan_cache_mode = force_generic_plan;
