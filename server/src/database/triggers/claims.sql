-- claims: carriage is claimed once.
create or replace trigger refuse_disputed before insert on claims
  for each row when (new.carriage > 0) execute function refuse_claims_of_disputed();
create or replace trigger refuse_disputed_again before update of state on claims for each row
  when (new.carriage > 0 and old.state in ('refused', 'withdrawn') and new.state not in ('refused', 'withdrawn'))
  execute function refuse_claims_of_disputed();

-- claim_events: webhooks.
create or replace trigger tell_webhooks after insert on claim_events
  referencing new table as told for each statement execute function tell_webhooks_of_claims();

-- claim_settlements: deleted payments.
create or replace trigger take_back_payments after delete on claim_settlements
  referencing old table as removed for each statement execute function take_back_claim_payments();
