-- outside a transaction
-- Home counts the files of carriers whose layout nobody knows, and they are listed by themselves.
create index concurrently invoice_files_that_wait on invoice_files (sent_at, file_id) where state = 'Unknown layout';
