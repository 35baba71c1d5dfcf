-- Sets since when an order has had no carrier, over all attempts since its last carrier, and the key of the cause. Reasons that differ
-- only in the figures behind the closest match share a key (domain/src/routing/allocation/exception-cause.ts groups them in the same
-- way). The key is a hash, because a reason may name many SKUs.
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
