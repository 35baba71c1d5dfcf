-- Parcels and returns of orders that name a Crown dependency by its own code were counted as abroad.

select set_config('app.clients', (select coalesce(array_agg(client_code), '{}')::text from clients), true);
update parcels p set region = parcel_region(p.client_code, p.order_number)
from orders o
where o.country in ('GG', 'IM', 'JE') and p.client_code = o.client_code and p.order_number = o.order_number
  and p.region = 'Abroad';
update return_lines r set region = parcel_region(r.client_code, r.order_number)
from orders o
where o.country in ('GG', 'IM', 'JE') and r.client_code = o.client_code and r.order_number = o.order_number
  and r.region = 'Abroad';
select set_config('app.clients', '', true);
