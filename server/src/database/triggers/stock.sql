-- skus: number of the code; categories as one text.
create or replace trigger keep_code_number before insert or update of sku_code on skus for each row execute function keep_code_number();
create or replace trigger keep_category_set before insert or update of categories on skus for each row execute function keep_category_set();

-- sku_components: promises and reservations of kits. Boxes are added and deleted, never updated.
create or replace trigger change_kits_of_new after insert on sku_components referencing new table as changed
  for each statement execute function change_kits();
create or replace trigger change_kits_of_gone after delete on sku_components referencing old table as changed
  for each statement execute function change_kits();

-- stock_balances: short or reserved; stock on hand of SKUs.
create or replace trigger mark_balance before insert or update on stock_balances for each row execute function mark_balance();
create or replace trigger add_sku_stock_of_new after insert on stock_balances referencing new table as added
  for each statement execute function add_sku_stock();
create or replace trigger add_sku_stock_of_changed after update on stock_balances referencing old table as before new table as added
  for each statement execute function add_sku_stock();
