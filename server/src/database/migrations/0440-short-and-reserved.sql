-- Whether a balance is short, and whether of it something is reserved, as columns of their own: indexes of them let a balance
-- change in place (HOT), as long as neither answer changes. An index whose condition reads `available` or `reserved` itself has
-- every change of a balance write all its indexes anew.
alter table stock_balances
  add column is_short boolean generated always as (on_hand - reserved - promised < 0 and counted_at is not null) stored,
  add column is_reserved boolean generated always as (reserved > 0) stored;
