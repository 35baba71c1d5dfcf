-- What somebody has decided on counts before invoices that come later, whatever their day: what is paid is billed. Rows and
-- invoices of before have the day on which they were decided, and their file's.
alter table invoices add column billed_since timestamptz;
alter table invoices alter column billed_since set default clock_timestamp();
alter table invoice_parcels add column first_decided_at timestamptz;
