-- Each change of orders, parcels, delivery events and return lines marks the days whose figures count it: see
-- src/figures/README.md.
create or replace trigger mark_days_of_new after insert on orders
  referencing new table as after for each statement execute function mark_days('order');
create or replace trigger mark_days_of_changed after update on orders
  referencing old table as before new table as after for each statement execute function mark_days('order');
create or replace trigger mark_days_of_gone after delete on orders
  referencing old table as before for each statement execute function mark_days('order');

create or replace trigger mark_days_of_new after insert on parcels
  referencing new table as after for each statement execute function mark_days('parcel');
create or replace trigger mark_days_of_changed after update on parcels
  referencing old table as before new table as after for each statement execute function mark_days('parcel');
create or replace trigger mark_days_of_gone after delete on parcels
  referencing old table as before for each statement execute function mark_days('parcel');

create or replace trigger mark_days_of_new after insert on delivery_events
  referencing new table as after for each statement execute function mark_days('exception');
create or replace trigger mark_days_of_changed after update on delivery_events
  referencing old table as before new table as after for each statement execute function mark_days('exception');
create or replace trigger mark_days_of_gone after delete on delivery_events
  referencing old table as before for each statement execute function mark_days('exception');

create or replace trigger mark_days_of_new after insert on return_lines
  referencing new table as after for each statement execute function mark_days('return');
create or replace trigger mark_days_of_changed after update on return_lines
  referencing old table as before new table as after for each statement execute function mark_days('return');
create or replace trigger mark_days_of_gone after delete on return_lines
  referencing old table as before for each statement execute function mark_days('return');
