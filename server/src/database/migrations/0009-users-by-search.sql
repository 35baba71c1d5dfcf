-- outside a transaction
create index concurrently users_by_search on users (search_text, user_id);
