-- Why a mail was given up: no mail server took it for a day, or it was sealed with a key that the server no longer has. Who waits
-- for it is told which.
alter table mails_given_up add column is_sealed boolean not null default false;
