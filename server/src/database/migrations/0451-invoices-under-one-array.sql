-- Rows of invoices are read by ten thousands, and the text of app.clients was taken apart for each of them: it is taken apart
-- once for each statement now. What is seen is the same.
do $$
declare name text;
begin
  foreach name in array array['invoice_parcels', 'invoice_details', 'invoice_sums', 'invoice_receipts']
  loop
    execute format(
      'alter policy own_clients on %I
       using (client_code = any ((select nullif(current_setting(''app.clients'', true), '''')::text[])::text[]))',
      name
    );
  end loop;
end $$;
-- The reasons of a row bring it just above the size from which columns are compressed, which took a tenth of writing it.
alter table invoice_parcels set (toast_tuple_target = 4080);
