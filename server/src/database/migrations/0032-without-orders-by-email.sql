-- outside a transaction
-- Emails are looked up by orders_by_email_in_any_case.
drop index concurrently orders_by_email;
