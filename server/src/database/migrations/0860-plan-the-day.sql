-- Commands that move orders as a plan of the day says: docs/decisions/0197-plan-the-day.md.
alter table order_receipts drop constraint order_receipts_action_check;
alter table order_receipts add constraint order_receipts_action_check
  check (action in ('release', 'suspend', 'cancel', 'amend', 'choose-carrier', 'rate-again', 'leave-carrier', 'bring-back',
    'plan-the-day')) not valid;
