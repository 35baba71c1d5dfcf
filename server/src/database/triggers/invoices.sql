-- invoices: webhooks. The sums of an imported invoice exist only at the end of the transaction.
create constraint trigger tell_webhooks_of_imported after insert on invoices deferrable initially deferred
  for each row execute function tell_webhooks_of_imported_invoice();
create or replace trigger tell_webhooks_of_accepted after update on invoices
  for each row when (new.status = 'Accepted' and old.status <> 'Accepted') execute function tell_webhooks_of_accepted_invoice();

-- invoice_parcels: billing days.
create or replace trigger note_billing_days_of_new after insert on invoice_parcels
  referencing new table as changed for each statement execute function note_billing_days_of_rows();
create or replace trigger note_billing_days_of_gone after delete on invoice_parcels
  referencing old table as changed for each statement execute function note_billing_days_of_rows();
create or replace trigger note_billing_days_of_changed after update on invoice_parcels for each row
  when ((old.client_code, old.despatched_as, old.order_number) is distinct from
    (new.client_code, new.despatched_as, new.order_number))
  execute function note_billing_days_of_row();

-- invoice_sums: webhooks of deleted invoices. A refresh deletes and inserts sums, so they are checked at the end of the
-- transaction.
create constraint trigger tell_webhooks_of_deleted after delete on invoice_sums deferrable initially deferred
  for each row when (old.client_code <> '') execute function tell_webhooks_of_deleted_invoice();

-- invoice_credits: payments of claims.
create or replace trigger remove_claim_payments after delete on invoice_credits
  referencing old table as removed for each statement execute function remove_claim_payments();

-- invoice_disputes: carriage is claimed once; webhooks, at the end of the transaction, when the shares exist.
create or replace trigger refuse_claimed after update of state on invoice_disputes for each row
  when (old.state in ('refused', 'written off') and new.state not in ('refused', 'written off'))
  execute function refuse_reopening_of_claimed();
create constraint trigger tell_webhooks_of_disputed after insert on invoice_disputes deferrable initially deferred
  for each row execute function tell_webhooks_of_disputed_invoice();

-- invoice_dispute_parts: carriage is claimed once.
create or replace trigger refuse_claimed after insert on invoice_dispute_parts
  referencing new table as added for each statement execute function refuse_disputes_of_claimed();

-- invoice_dispute_shares: webhooks of withdrawn disputes. A refresh deletes and inserts shares, so they are checked at the end.
create constraint trigger tell_webhooks_of_withdrawn after delete on invoice_dispute_shares deferrable initially deferred
  for each row when (old.client_code <> '') execute function tell_webhooks_of_withdrawn_dispute();

-- invoice_agreed, invoice_divisors, invoice_zones: the moment of the last change of carriers' terms.
create or replace trigger note_terms_moment after insert or update or delete on invoice_agreed for each row
  execute function note_terms_moment();
create or replace trigger note_terms_moment after insert or update or delete on invoice_divisors for each row
  execute function note_terms_moment();
create or replace trigger note_terms_moment after insert or update or delete on invoice_zones for each row
  execute function note_terms_moment();
