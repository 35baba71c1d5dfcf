-- outside a transaction
create unique index concurrently orders_any_case on orders (client_code, order_number collate any_case, case_twin) nulls not distinct;
