-- parcels: region; reversed number; return lines; billing days; claims; webhooks. Parcels change with every event of their
-- carrier, but seldom in the columns of these conditions, which cost next to nothing.
create or replace trigger keep_region before insert on parcels for each row
  when (new.region = '') execute function keep_parcel_region();
create or replace trigger keep_number_backwards before insert or update of tracking_number on parcels for each row
  execute function keep_number_backwards();
create or replace trigger keep_return_lines after insert on parcels
  referencing new table as added for each statement execute function keep_return_lines_of_parcels();
create or replace trigger keep_return_lines_of_changed after update of despatched_at, carrier on parcels for each row
  when (old.despatched_at is distinct from new.despatched_at or old.carrier is distinct from new.carrier)
  execute function keep_return_lines_of_row();
create or replace trigger note_billing_days_of_new after insert on parcels
  referencing new table as changed for each statement execute function note_billing_days_of_parcels();
create or replace trigger note_billing_days_of_gone after delete on parcels
  referencing old table as changed for each statement execute function note_billing_days_of_parcels();
create or replace trigger note_billing_days_of_changed after update on parcels for each row
  when ((old.carrier, old.despatched_at, old.tracking_number, old.order_number, old.weight, old.carrier_service, old.client_method_id)
    is distinct from
    (new.carrier, new.despatched_at, new.tracking_number, new.order_number, new.weight, new.carrier_service, new.client_method_id))
  execute function note_billing_days_of_parcel();
create or replace trigger keep_claims after update on parcels
  referencing new table as told old table as told_before for each statement execute function keep_claims_of_parcels();
create or replace trigger tell_webhooks_of_new after insert on parcels
  referencing new table as told for each statement execute function tell_webhooks_of_parcels();
create or replace trigger tell_webhooks_of_changed after update on parcels
  referencing new table as told old table as told_before for each statement execute function tell_webhooks_of_parcels();

-- parcel_contents: stock.
create or replace trigger move_despatched after insert on parcel_contents referencing new table as added
  for each statement execute function move_despatched();

-- delivery_events: events about erased persons.
create or replace trigger keep_erased after insert on delivery_events
  referencing new table as added for each statement execute function keep_erased_events();
