-- An invoice may be posted again once its posting is reversed.
alter table invoice_posted drop constraint invoice_posted_pkey;
alter table invoice_posted add constraint invoice_posted_pkey primary key using index invoice_posted_by_invoice;
