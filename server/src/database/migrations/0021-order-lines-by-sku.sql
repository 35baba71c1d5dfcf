-- outside a transaction
create index concurrently order_lines_by_sku on order_lines (client_code, sku_code, order_number);
