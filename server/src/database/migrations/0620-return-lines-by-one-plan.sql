-- What happens to returned pieces is brought together by one plan for all: PostgreSQL made a new one for each event, which took
-- two to three times as long as the rest of announcing one.
alter function refresh_return_lines(text[], text[], text[]) set plan_cache_mode = force_generic_plan;
