-- outside a transaction
create index concurrently if not exists sign_in_failures_by_user on sign_in_failures (user_id) where user_id is not null;
