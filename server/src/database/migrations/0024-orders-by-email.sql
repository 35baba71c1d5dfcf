-- outside a transaction
create index concurrently orders_by_email_in_any_case on orders (client_code, email collate any_case, ordered_at) where email <> '';
