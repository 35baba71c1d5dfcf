-- outside a transaction
-- What has left the stock for an order.
create index concurrently stock_movements_by_order on stock_movements (client_code, order_number)
  where kind = 'despatch' and order_number <> '';
