-- outside a transaction
-- A client's invoices by their number, as people write it.
create index concurrently invoice_sums_by_number on invoice_sums (client_code, normal_invoice_number(invoice_number));
