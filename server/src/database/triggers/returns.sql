-- return_events: return lines; events about erased persons; webhooks.
create or replace trigger keep_return_lines after insert on return_events
  referencing new table as added for each statement execute function keep_return_lines();
create or replace trigger keep_erased after insert on return_events
  referencing new table as added for each statement execute function keep_erased_events();
create or replace trigger tell_webhooks after insert on return_events
  referencing new table as told for each statement execute function tell_webhooks_of_returns();

-- return_lines: claims of damaged parcels.
create or replace trigger hint_claims_of_new after insert on return_lines
  referencing new table as added for each statement execute function hint_claims_of_returns();
create or replace trigger hint_claims_of_changed after update on return_lines
  referencing new table as added for each statement execute function hint_claims_of_returns();
