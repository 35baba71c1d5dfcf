-- outside a transaction
create index concurrently users_by_name_beginning on users (lower(username) text_pattern_ops);
