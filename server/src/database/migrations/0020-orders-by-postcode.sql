-- outside a transaction
create index concurrently orders_by_postcode on orders (client_code, post_code, ordered_at) where post_code <> '';
