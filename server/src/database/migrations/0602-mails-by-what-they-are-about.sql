-- outside a transaction
-- Whether the mail of a report still waits is looked up by the sending that it is about.
create index concurrently if not exists mails_by_about on mails (about) where about is not null;
