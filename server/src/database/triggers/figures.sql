-- order_facts: months, weeks, and changes for servers that cache sums.
create or replace trigger keep_order_month_facts_of_new after insert on order_facts
  referencing new table as after for each statement execute function keep_order_month_facts();
create or replace trigger keep_order_month_facts_of_changed after update on order_facts
  referencing old table as before new table as after for each statement execute function keep_order_month_facts();
create or replace trigger keep_order_month_facts_of_gone after delete on order_facts
  referencing old table as before for each statement execute function keep_order_month_facts();
create or replace trigger keep_order_weeks_of_new after insert on order_facts
  referencing new table as after for each statement execute function keep_order_weeks();
create or replace trigger keep_order_weeks_of_changed after update on order_facts
  referencing old table as before new table as after for each statement execute function keep_order_weeks();
create or replace trigger keep_order_weeks_of_gone after delete on order_facts
  referencing old table as before for each statement execute function keep_order_weeks();
create or replace trigger keep_figure_changes_of_new after insert on order_facts
  referencing new table as after for each statement execute function keep_figure_changes(
    'orders', 'order_changes', 'currency_code',
    'orders, pieces, lines, value, released, due, due_in_time, despatched, despatched_lines, despatched_pieces, despatched_value, '
    'delivered', 'true');
create or replace trigger keep_figure_changes_of_changed after update on order_facts
  referencing old table as before new table as after for each statement execute function keep_figure_changes(
    'orders', 'order_changes', 'currency_code',
    'orders, pieces, lines, value, released, due, due_in_time, despatched, despatched_lines, despatched_pieces, despatched_value, '
    'delivered', 'true');
create or replace trigger keep_figure_changes_of_gone after delete on order_facts
  referencing old table as before for each statement execute function keep_figure_changes(
    'orders', 'order_changes', 'currency_code',
    'orders, pieces, lines, value, released, due, due_in_time, despatched, despatched_lines, despatched_pieces, despatched_value, '
    'delivered', 'true');

-- parcel_facts: months, weekdays of months, and changes.
create or replace trigger keep_parcel_month_facts_of_new after insert on parcel_facts
  referencing new table as after for each statement execute function keep_parcel_month_facts();
create or replace trigger keep_parcel_month_facts_of_changed after update on parcel_facts
  referencing old table as before new table as after for each statement execute function keep_parcel_month_facts();
create or replace trigger keep_parcel_month_facts_of_gone after delete on parcel_facts
  referencing old table as before for each statement execute function keep_parcel_month_facts();
create or replace trigger keep_parcel_month_weekday_facts_of_new after insert on parcel_facts
  referencing new table as after for each statement execute function keep_parcel_month_weekday_facts();
create or replace trigger keep_parcel_month_weekday_facts_of_changed after update on parcel_facts
  referencing old table as before new table as after for each statement execute function keep_parcel_month_weekday_facts();
create or replace trigger keep_parcel_month_weekday_facts_of_gone after delete on parcel_facts
  referencing old table as before for each statement execute function keep_parcel_month_weekday_facts();
create or replace trigger keep_figure_changes_of_new after insert on parcel_facts
  referencing new table as after for each statement execute function keep_figure_changes(
    'parcels', 'parcel_changes', 'carrier, service',
    'despatched, delivered, days_taken, within_1, within_2, within_3, within_5, promised, on_time, late, silent', 'true');
create or replace trigger keep_figure_changes_of_changed after update on parcel_facts
  referencing old table as before new table as after for each statement execute function keep_figure_changes(
    'parcels', 'parcel_changes', 'carrier, service',
    'despatched, delivered, days_taken, within_1, within_2, within_3, within_5, promised, on_time, late, silent', 'true');
create or replace trigger keep_figure_changes_of_gone after delete on parcel_facts
  referencing old table as before for each statement execute function keep_figure_changes(
    'parcels', 'parcel_changes', 'carrier, service',
    'despatched, delivered, days_taken, within_1, within_2, within_3, within_5, promised, on_time, late, silent', 'true');

-- parcel_region_facts: months and changes.
create or replace trigger keep_parcel_month_region_facts_of_new after insert on parcel_region_facts
  referencing new table as after for each statement execute function keep_parcel_month_region_facts();
create or replace trigger keep_parcel_month_region_facts_of_changed after update on parcel_region_facts
  referencing old table as before new table as after for each statement execute function keep_parcel_month_region_facts();
create or replace trigger keep_parcel_month_region_facts_of_gone after delete on parcel_region_facts
  referencing old table as before for each statement execute function keep_parcel_month_region_facts();
create or replace trigger keep_figure_changes_of_new after insert on parcel_region_facts
  referencing new table as after for each statement execute function keep_figure_changes(
    'parcels', 'parcel_region_changes', 'carrier, region',
    'despatched, delivered, days_taken, within_1, within_2, within_3, within_5, promised, on_time, late, silent', 'true');
create or replace trigger keep_figure_changes_of_changed after update on parcel_region_facts
  referencing old table as before new table as after for each statement execute function keep_figure_changes(
    'parcels', 'parcel_region_changes', 'carrier, region',
    'despatched, delivered, days_taken, within_1, within_2, within_3, within_5, promised, on_time, late, silent', 'true');
create or replace trigger keep_figure_changes_of_gone after delete on parcel_region_facts
  referencing old table as before for each statement execute function keep_figure_changes(
    'parcels', 'parcel_region_changes', 'carrier, region',
    'despatched, delivered, days_taken, within_1, within_2, within_3, within_5, promised, on_time, late, silent', 'true');

-- exception_facts: months and changes.
create or replace trigger keep_exception_month_facts_of_new after insert on exception_facts
  referencing new table as after for each statement execute function keep_exception_month_facts();
create or replace trigger keep_exception_month_facts_of_changed after update on exception_facts
  referencing old table as before new table as after for each statement execute function keep_exception_month_facts();
create or replace trigger keep_exception_month_facts_of_gone after delete on exception_facts
  referencing old table as before for each statement execute function keep_exception_month_facts();
create or replace trigger keep_figure_changes_of_new after insert on exception_facts
  referencing new table as after for each statement execute function keep_figure_changes(
    'exceptions', 'exception_changes', 'carrier, state, reason', 'events', 'true');
create or replace trigger keep_figure_changes_of_changed after update on exception_facts
  referencing old table as before new table as after for each statement execute function keep_figure_changes(
    'exceptions', 'exception_changes', 'carrier, state, reason', 'events', 'true');
create or replace trigger keep_figure_changes_of_gone after delete on exception_facts
  referencing old table as before for each statement execute function keep_figure_changes(
    'exceptions', 'exception_changes', 'carrier, state, reason', 'events', 'true');

-- return_facts: months, weeks, and changes of received pieces, the only ones whose sums servers cache.
create or replace trigger keep_return_months_of_new after insert on return_facts
  referencing new table as after for each statement execute function keep_return_months();
create or replace trigger keep_return_months_of_changed after update on return_facts
  referencing old table as before new table as after for each statement execute function keep_return_months();
create or replace trigger keep_return_months_of_gone after delete on return_facts
  referencing old table as before for each statement execute function keep_return_months();
create or replace trigger keep_return_weeks_of_new after insert on return_facts
  referencing new table as after for each statement execute function keep_return_weeks();
create or replace trigger keep_return_weeks_of_changed after update on return_facts
  referencing old table as before new table as after for each statement execute function keep_return_weeks();
create or replace trigger keep_return_weeks_of_gone after delete on return_facts
  referencing old table as before for each statement execute function keep_return_weeks();
create or replace trigger keep_figure_changes_of_new after insert on return_facts
  referencing new table as after for each statement execute function keep_figure_changes(
    'returns', 'return_changes', '', 'received_pieces', 'split = ''all''');
create or replace trigger keep_figure_changes_of_changed after update on return_facts
  referencing old table as before new table as after for each statement execute function keep_figure_changes(
    'returns', 'return_changes', '', 'received_pieces', 'split = ''all''');
create or replace trigger keep_figure_changes_of_gone after delete on return_facts
  referencing old table as before for each statement execute function keep_figure_changes(
    'returns', 'return_changes', '', 'received_pieces', 'split = ''all''');

-- billing_days: months and versions; no changes are kept.
create or replace trigger keep_billing_months_of_new after insert on billing_days
  referencing new table as after for each statement execute function keep_billing_months();
create or replace trigger keep_billing_months_of_changed after update on billing_days
  referencing old table as before new table as after for each statement execute function keep_billing_months();
create or replace trigger keep_billing_months_of_gone after delete on billing_days
  referencing old table as before for each statement execute function keep_billing_months();
create or replace trigger raise_figure_version_of_new after insert on billing_days referencing new table as changed
  for each statement execute function raise_figure_version('bills');
create or replace trigger raise_figure_version_of_changed after update on billing_days referencing new table as changed
  for each statement execute function raise_figure_version('bills');
create or replace trigger raise_figure_version_of_gone after delete on billing_days referencing old table as changed
  for each statement execute function raise_figure_version('bills');
