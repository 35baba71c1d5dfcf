-- SKUs of an order that were short of stock when it was released. An order that is rated again and keeps its carrier is neither
-- done nor refused.
alter table order_receipts add column short_of text[] not null default '{}';
alter table order_receipts drop constraint order_receipts_outcome_check,
  add constraint order_receipts_outcome_check check (outcome in ('done', 'refused', 'unchanged')) not valid;
