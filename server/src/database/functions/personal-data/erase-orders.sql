-- Whether a text contains one of some texts in lowercase.
create or replace function says_any_of(said text, texts text[]) returns boolean language sql immutable parallel safe as $$
  select exists (select from unnest(texts) t where position(t in lower(said)) > 0)
$$;

-- The part of a postcode that stays for figures by region: the district in the United Kingdom, nothing abroad.
create or replace function district_of(country text, post_code text) returns text language sql immutable parallel safe as $$
  select case when country in ('GB', 'JE', 'GG', 'IM') then coalesce(
    substring(upper(replace(post_code, ' ', '')) from '^([A-Z]{1,2}[0-9][A-Z0-9]?)[0-9][A-Z]{2}$'),
    substring(upper(replace(post_code, ' ', '')) from '^[A-Z]{1,2}[0-9][A-Z0-9]?$'), '') else '' end
$$;

-- Removes the person from orders and from all records of the orders. Returns the number of changed or deleted records of each
-- kind. It runs with its owner's rights, because only this function may change history, audit, return events and decisions, to
-- which everything else only adds. The caller holds the orders, which belong to one client that the transaction sees.
create or replace function erase_orders(asked_client text, numbers text[]) returns jsonb
language plpgsql security definer set search_path = public, pg_temp
-- Without these settings the planner reads whole tables for a few orders of a client without statistics.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  seen text := current_setting('app.clients', true);
  -- Lowercase texts that identify the person within these orders.
  texts text[]; emails text[];
  -- Texts that identify the person even among all people.
  sure text[];
  returned text[]; noted text[]; claimed bigint[];
  gone int; counts jsonb := '{}';
begin
  if not asked_client = any (coalesce(nullif(seen, '')::text[], '{}')) then
    raise exception 'erase_orders: the transaction does not see client %', asked_client;
  end if;
  -- Earlier exports of the person's data, for all clients that the transaction sees.
  delete from export_jobs where report = 'personal-data'
    and exists (select from jsonb_array_elements(input -> 'orders') o
      where o ->> 'clientCode' = asked_client and o ->> 'orderNumber' = any (numbers));
  -- Also erase notes of the operator's staff, even if a client's user asks.
  perform set_config('app.clients', array[asked_client, '']::text, true);

  select array_agg(distinct t) filter (where length(t) > 2 and t <> 'erased'),
    array_agg(distinct t) filter (where nth in (2, 3, 4) and length(t) > 5 and (nth > 2 or t like '% %') and t not like '% erased'),
    array_agg(distinct t) filter (where nth = 3 and t <> '')
  into texts, sure, emails
  from orders o cross join lateral unnest(array[
    lower(trim(o.customer_last_name)), lower(trim(o.customer_first_name || ' ' || o.customer_last_name)), lower(trim(o.email)),
    lower(trim(o.phone)), lower(trim(o.address_line_1)), lower(trim(o.address_line_2))
  ]) with ordinality as said (t, nth)
  where o.client_code = asked_client and o.order_number = any (numbers);
  texts := coalesce(texts, '{}');
  sure := coalesce(sure, '{}');
  emails := coalesce(emails, '{}');
  select coalesce(array_agg(return_reference), '{}') into returned
  from announced_returns where client_code = asked_client and order_number = any (numbers);
  select coalesce(array_agg(note_id::text), '{}') into noted
  from order_notes where client_code = asked_client and order_number = any (numbers);
  select coalesce(array_agg(claim_id), '{}') into claimed
  from claims where client_code = asked_client and order_number = any (numbers);

  -- Figures use none of these columns but the postcode, whose district stays.
  update orders set version = version + 1, customer_first_name = '', customer_last_name = 'Erased', customer_account = '', email = '',
    phone = '', address_line_1 = 'Erased', address_line_2 = '', address_line_3 = '', address_line_4 = '',
    post_code = district_of(country, post_code)
  where client_code = asked_client and order_number = any (numbers);
  get diagnostics gone = row_count; counts := counts || jsonb_build_object('orders', gone);

  update order_history set
    changes = changes || (
      select coalesce(jsonb_object_agg(field, '{"before": "Erased", "after": "Erased"}'::jsonb), '{}')
      from jsonb_object_keys(changes) as field
      where field in ('customerFirstName', 'customerLastName', 'customerAccount', 'email', 'phone', 'addressLine1', 'addressLine2',
        'addressLine3', 'addressLine4', 'postCode')),
    -- The user's own words follow the chosen reason.
    note = case when note like 'Orders feed:%' then note
      when act = 'Cancelled' and split_part(note, ':', 1) <> all (array['', 'Customer asked', 'Ordered twice', 'Out of stock',
        'Address cannot be delivered to', 'Payment failed', 'Suspected fraud', 'Other']) then 'Erased'
      when act in ('Suspended', 'Cancelled', 'Closed short') then regexp_replace(note, ':.*$', ': Erased')
      when says_any_of(note, texts) then 'Erased' else note end
  where client_code = asked_client and order_number = any (numbers)
    and (changes ?| array['customerFirstName', 'customerLastName', 'customerAccount', 'email', 'phone', 'addressLine1', 'addressLine2',
      'addressLine3', 'addressLine4', 'postCode'] or act in ('Suspended', 'Cancelled', 'Closed short') or says_any_of(note, texts));
  get diagnostics gone = row_count; counts := counts || jsonb_build_object('history', gone);

  update order_receipts set before = null, message = case when says_any_of(message, texts) then 'Erased' else message end
  where client_code = asked_client and order_number = any (numbers) and (before is not null or says_any_of(message, texts));
  get diagnostics gone = row_count; counts := counts || jsonb_build_object('undo', gone);

  update order_notes set note = 'Erased' where client_code = asked_client and order_number = any (numbers);
  get diagnostics gone = row_count; counts := counts || jsonb_build_object('notes', gone);

  delete from order_tags where client_code = asked_client and order_number = any (numbers)
    and says_any_of(tag collate "C", texts);
  get diagnostics gone = row_count; counts := counts || jsonb_build_object('tags', gone);

  update consignments set by_hand = by_hand || '{"reason": "Erased"}'
  where client_code = asked_client and order_number = any (numbers) and by_hand ->> 'reason' <> '';
  get diagnostics gone = row_count; counts := counts || jsonb_build_object('reasons', gone);

  -- As of orders, no postcode abroad stays.
  update consignments set consignment = jsonb_set(consignment, '{terms,postcode}', '""')
  where client_code = asked_client and order_number = any (numbers) and consignment -> 'terms' ->> 'postcode' <> ''
    and consignment ->> 'country' not in ('GB', 'JE', 'GG', 'IM');

  -- Carriers write who signed, and where. The last description of each event code is erased too.
  with parcels_of as (
    select tracking_number from parcels where client_code = asked_client and order_number = any (numbers)
  ), erased as (
    update delivery_events e set description = '', location = '' from parcels_of p
    where e.client_code = asked_client and e.tracking_number = p.tracking_number and (e.description <> '' or e.location <> '')
    returning 1
  ) select count(*) into gone from erased;
  counts := counts || jsonb_build_object('carrierEvents', gone);
  update event_code_counts set description = '' where client_code = asked_client and says_any_of(description, texts);

  update return_events set note = '', customer_account = '',
    condition = case when says_any_of(condition, texts) then '' else condition end
  where client_code = asked_client and order_number = any (numbers)
    and (note <> '' or customer_account <> '' or says_any_of(condition, texts));
  get diagnostics gone = row_count; counts := counts || jsonb_build_object('returnEvents', gone);
  update announced_returns set review_reason = 'Erased'
  where client_code = asked_client and order_number = any (numbers) and review_reason <> '';
  update announced_lines set comment = ''
  where client_code = asked_client and return_reference = any (returned) and comment <> '';
  get diagnostics gone = row_count; counts := counts || jsonb_build_object('shoppersNotes', gone);
  update return_steps set reason = 'Erased'
  where client_code = asked_client and return_reference = any (returned) and reason <> '';
  update return_mails set mailed_at = now()
  where client_code = asked_client and return_reference = any (returned) and mailed_at is null;
  delete from return_photos p where p.client_code = asked_client and (p.return_reference = any (returned)
    or p.token_hash in (select d.token_hash from shopper_drafts d where d.client_code = asked_client and d.order_number = any (numbers)));
  get diagnostics gone = row_count; counts := counts || jsonb_build_object('photos', gone);
  delete from shopper_drafts where client_code = asked_client and order_number = any (numbers);
  get diagnostics gone = row_count; counts := counts || jsonb_build_object('drafts', gone);
  delete from mails where shopper_of = asked_client and lower(recipient) = any (emails);
  get diagnostics gone = row_count; counts := counts || jsonb_build_object('mails', gone);

  update claim_events set text = 'Erased' where client_code = asked_client and claim_id = any (claimed)
    and text <> '' and (what in ('message', 'evidence added', 'evidence removed') or says_any_of(text, texts));
  get diagnostics gone = row_count; counts := counts || jsonb_build_object('claimMessages', gone);
  delete from claim_files where client_code = asked_client and claim_id = any (claimed);
  get diagnostics gone = row_count; counts := counts || jsonb_build_object('claimFiles', gone);

  update stock_reservations set note = 'Erased'
  where client_code = asked_client and note <> '' and (order_number = any (numbers) or says_any_of(note, sure));
  update stock_reservation_history set note = 'Erased' where client_code = asked_client and says_any_of(note, sure);
  update invoice_details set postcode = district_of(country, postcode)
  where client_code = asked_client and order_number = any (numbers) and postcode <> district_of(country, postcode);

  update audit set before = null, after = '{"erased": true}'
  where client_code in (asked_client, '') and act collate "C" in ('order.carrier-chosen', 'order.tagged')
    and object = any (select 'order ' || n from unnest(numbers) n)
    and (act = 'order.carrier-chosen' or says_any_of(coalesce(before::text, '') || coalesce(after::text, ''), texts));
  delete from idempotency_keys where client_code = asked_client
    and (answer ->> 'noteId' = any (noted) or says_any_of(answer::text, sure));
  delete from saved_views v
  where says_any_of(name || ' ' || replace(replace(replace(search, '%40', '@'), '%20', ' '), '+', ' '), sure)
    and (exists (select from user_clients c where c.user_id = v.user_id and c.client_code = asked_client)
      or exists (select from users u join roles r using (role_id) where u.user_id = v.user_id and r.is_internal));
  get diagnostics gone = row_count; counts := counts || jsonb_build_object('views', gone);

  perform set_config('app.clients', seen, true);
  return counts;
end $$;

revoke all on function erase_orders(text, text[]) from public;

grant execute on function erase_orders(text, text[]) to despatch_app;
