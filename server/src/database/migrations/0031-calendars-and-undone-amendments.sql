-- The days on which nothing is despatched or delivered for a client beside Saturday and Sunday: a published set of holidays,
-- days of its own, and days of the set that are worked all the same. See domain/src/clients/client-calendar.ts.
alter table clients add column calendar jsonb not null default '{"holidays": "", "closed": [], "worked": []}';

-- An amendment has a receipt as a command has one, with what undoing it puts back; see server/src/orders/undo-amendment.ts.
alter table order_receipts
  add column before jsonb,
  drop constraint order_receipts_action_check,
  add constraint order_receipts_action_check check (action in ('release', 'suspend', 'cancel', 'amend')) not valid;
