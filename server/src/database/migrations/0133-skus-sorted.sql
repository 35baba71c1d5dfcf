-- outside a transaction
-- Each order of SKU File Report is read from an index, and stops after its page.
create index concurrently skus_by_title on skus (client_code, left(lower(trim(description)), 200), sku_code);
create index concurrently skus_by_weight on skus (client_code, weight, sku_code);
create index concurrently skus_heaviest on skus (client_code, weight desc nulls last, sku_code desc);
create index concurrently sku_activity_by_orders on sku_activity (client_code, orders, sku_code);
-- The categories of a client are read set by set.
create index concurrently skus_by_category_set on skus (client_code, category_set) where category_set <> '';
