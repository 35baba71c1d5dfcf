-- Who sees and changes which rows. A transaction without a context sees nothing: the setting is then null, or empty on a
-- connection that once had one.
do $$
declare name text;
begin
  -- Rows of clients: each is seen in the context of its client. Invoice rows that match nothing have the client ''.
  foreach name in array array[
    'client_settings', 'idempotency_keys', 'skus', 'sku_components', 'stock_levels',
    'rule_book_heads', 'rule_books', 'rule_book_items', 'consignments', 'capacity_usage', 'what_ifs', 'what_if_moves',
    'orders', 'order_lines', 'order_history', 'order_counters', 'order_receipts',
    'parcels', 'parcel_contents', 'delivery_events', 'return_events',
    'invoice_sums', 'invoice_details', 'invoice_parcels', 'invoice_receipts',
    'column_mappings', 'feed_run_orders', 'event_code_counts', 'webhooks', 'webhook_deliveries', 'webhook_attempts'
  ]
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy own_clients on %I using (client_code = any (nullif(current_setting(''app.clients'', true), '''')::text[]))',
      name
    );
  end loop;
  -- Rows of the operator: seen by internal users, whose context holds the client ''.
  foreach name in array array[
    'invoice_files', 'invoice_file_pieces', 'invoices', 'invoice_layouts', 'invoice_tolerances', 'invoice_agreed', 'invoice_divisors'
  ]
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy operators_own on %I using ('''' = any (nullif(current_setting(''app.clients'', true), '''')::text[]))',
      name
    );
  end loop;
end $$;

-- Acts of no client are written in any context, and seen by internal users.
alter table audit enable row level security;
alter table audit force row level security;
create policy own_clients on audit
  using (client_code = any (nullif(current_setting('app.clients', true), '')::text[]))
  with check (client_code = '' or client_code = any (nullif(current_setting('app.clients', true), '')::text[]));

grant usage on schema public, jobs to despatch_app;
grant select, insert, update, delete on all tables in schema public, jobs to despatch_app;
revoke all on schema_migrations from despatch_app;
-- History, audit and what came in are only ever added to; a published rule book is only ended.
revoke update, delete on audit, order_history, rule_books, return_events from despatch_app;
revoke update on order_commands, parcel_contents, webhook_attempts from despatch_app;
revoke delete on rule_book_heads, rule_book_items, consignments, capacity_usage, event_code_counts, stock_levels, former_users from despatch_app;
revoke update on rule_book_items, consignments from despatch_app;
grant update (to_version) on rule_book_items to despatch_app;
grant update (state, ended_at) on consignments to despatch_app;
revoke insert, update, delete on regions, outcodes from despatch_app;
