-- rule_book_items: billing days to which new prices apply.
create or replace trigger note_billing_days_of_prices after insert on rule_book_items
  referencing new table as changed for each statement execute function note_billing_days_of_prices();

-- consignments: cause of a missing carrier; work counts; orders without a carrier. Triggers fire by name: append_consigned_new
-- must run before note_carrier, whose update of orders needs these consignments counted.
create or replace trigger keep_cause before insert or update of at, why on consignments for each row
  when (new.client_method_id is null) execute function keep_cause();
create or replace trigger append_consigned_new after insert on consignments referencing new table as after
  for each statement execute function append_moved_consignments();
create or replace trigger append_consigned_changed after update on consignments referencing old table as before new table as after
  for each statement execute function append_moved_consignments();
create or replace trigger append_consigned_gone after delete on consignments referencing old table as before
  for each statement execute function append_moved_consignments();
create or replace trigger note_carrier after insert on consignments referencing new table as added
  for each statement execute function note_carrier();
