-- Whether a balance is short, and whether of it something is reserved, as columns of their own: indexes of them let a balance
-- change in place (HOT), as long as neither answer changes. An index whose condition reads `available` or `reserved` itself has
-- every change of a balance write all its indexes anew. A trigger keeps them: generated columns would write the table anew.
alter table stock_balances
  add column is_short boolean not null default false,
  add column is_reserved boolean not null default false;
create function mark_balance() returns trigger language plpgsql as $$
begin
  new.is_short := new.on_hand - new.reserved - new.promised < 0 and new.counted_at is not null;
  new.is_reserved := new.reserved > 0;
  return new;
end $$;
create trigger mark_balance before insert or update on stock_balances for each row execute function mark_balance();
