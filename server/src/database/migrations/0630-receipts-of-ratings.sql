-- Rating an order again leaves a receipt, by which it is undone.
alter table order_receipts drop constraint order_receipts_action_check,
  add constraint order_receipts_action_check
  check (action in ('release', 'suspend', 'cancel', 'amend', 'choose-carrier', 'rate-again')) not valid;
