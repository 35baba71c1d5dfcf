-- Why a mail was given up: no mail server took it for a day, or it was sealed with a key that is not the server's any more. Who waits
-- for it is told which.
alter table mails_given_up add column is_sealed boolean not null default false;
