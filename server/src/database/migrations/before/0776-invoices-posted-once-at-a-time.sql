-- outside a transaction
-- A posting is reversed once, and an invoice stands in one posting at a time, however often it was posted and reversed.
create unique index concurrently invoice_postings_reversed_once on invoice_postings (reverses);
create unique index concurrently invoice_posted_once on invoice_posted (invoice_id) where reversed_by is null;
create unique index concurrently invoice_posted_by_invoice on invoice_posted (invoice_id, posting_id);
