-- Sets since when an order has had no carrier, counted from the first attempt after its last carrier, and the key of the cause.
-- Reasons that differ only in the figures of the closest match share a key (exception-cause.ts in domain/src/routing/allocation
-- groups them in the same way). The key is a hash, because a reason can name many SKUs.
create or replace function keep_cause() returns trigger language plpgsql as $$
begin
  new.since := coalesce((
    select min(t.at) from consignments t
    where t.client_code = new.client_code and t.order_number = new.order_number and t.client_method_id is null
      and t.attempt < new.attempt and t.attempt > coalesce((
        select max(c.attempt) from consignments c
        where c.client_code = new.client_code and c.order_number = new.order_number and c.client_method_id is not null
          and c.attempt < new.attempt
      ), -1)
  ), new.at);
  new.cause_key := md5(case when strpos(new.why, ' – ') = 0 then new.why
    else left(new.why, strpos(new.why, ' – ')) || regexp_replace(substr(new.why, strpos(new.why, ' – ')), '[0-9][0-9.,]*', '#', 'g')
    end);
  return new;
end $$;
