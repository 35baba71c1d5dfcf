-- orders: days, unless the statement sets them itself, as feeds do; search words; erased persons; return lines; reservations;
-- promises; work counts.
create or replace trigger keep_order_days before update of status on orders for each row
  when (old.status is distinct from new.status and (
    (new.status in ('R', 'P', 'K', 'D', 'V')) <> (new.released_on is not null)
    or (new.status in ('D', 'V')) <> (new.despatched_on is not null)
    or (new.status = 'V') <> (new.delivered_on is not null)))
  execute function keep_order_days();
create or replace trigger keep_search_words after insert on orders
  referencing new table as added for each statement execute function keep_search_words();
create or replace trigger keep_search_words_of_changed after update of ordered_at, customer_first_name, customer_last_name, customer_account,
  phone, address_line_1, address_line_2, address_line_3, address_line_4, post_code on orders for each row
  when ((old.ordered_at, old.customer_first_name, old.customer_last_name, old.customer_account, old.phone, old.address_line_1,
      old.address_line_2, old.address_line_3, old.address_line_4, old.post_code)
    is distinct from (new.ordered_at, new.customer_first_name, new.customer_last_name, new.customer_account, new.phone,
      new.address_line_1, new.address_line_2, new.address_line_3, new.address_line_4, new.post_code))
  execute function keep_search_words_of_changed();
create or replace trigger keep_erased after insert on orders
  referencing new table as added for each statement execute function keep_erased_orders();
create or replace trigger keep_return_lines_of_changed after update of ordered_at, country, post_code on orders for each row
  when (old.ordered_at is distinct from new.ordered_at or old.country is distinct from new.country
    or old.post_code is distinct from new.post_code)
  execute function keep_return_lines_of_row();
create or replace trigger redraw_reservations after update of status on orders for each row
  when ((old.status = 'C') <> (new.status = 'C')) execute function draw_for_order();
-- A reservation can be for a customer account.
create or replace trigger redraw_reservations_of_account after update of customer_account on orders for each row
  when (old.customer_account <> new.customer_account) execute function draw_for_order();
create or replace trigger note_promised after update on orders referencing old table as before new table as after
  for each statement execute function note_promised_orders();
create or replace trigger append_work_of_new after insert on orders referencing new table as added
  for each statement execute function append_work();
create or replace trigger append_work_of_gone after delete on orders referencing old table as before
  for each statement execute function append_work();
create or replace trigger append_work_changes after update on orders referencing old table as before new table as after
  for each statement execute function append_work_changes();

-- order_lines: promises and reservations.
create or replace trigger note_promised_new after insert on order_lines referencing new table as added
  for each statement execute function note_promised_lines();
create or replace trigger note_promised_gone after delete on order_lines referencing old table as before
  for each statement execute function note_promised_lines();
create or replace trigger note_promised_changed after update on order_lines referencing old table as before new table as added
  for each statement execute function note_promised_lines();
create or replace trigger redraw_of_new after insert on order_lines referencing new table as changed
  for each statement execute function draw_for_lines();
create or replace trigger redraw_of_gone after delete on order_lines referencing old table as changed
  for each statement execute function draw_for_lines();
create or replace trigger redraw_of_changed after update on order_lines referencing new table as changed
  for each statement execute function draw_for_lines();

-- order_history: promises of orders that are closed short; webhooks.
create or replace trigger note_closed_short after insert on order_history for each row
  when (new.act in ('Closed short', 'Reopened')) execute function note_closed_short();
create or replace trigger tell_webhooks after insert on order_history
  referencing new table as told for each statement execute function tell_webhooks_of_orders();

-- order_tags: work counts.
create or replace trigger append_tagged after insert on order_tags referencing new table as after
  for each statement execute function append_tagged();
create or replace trigger append_untagged after delete on order_tags referencing old table as before
  for each statement execute function append_tagged();

-- order_assignees: work counts.
create or replace trigger append_assigned after insert on order_assignees referencing new table as after
  for each statement execute function append_assigned();
create or replace trigger append_reassigned after update on order_assignees referencing old table as before new table as after
  for each statement execute function append_assigned();
create or replace trigger append_unassigned after delete on order_assignees referencing old table as before
  for each statement execute function append_assigned();
