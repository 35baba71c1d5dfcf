-- An amount with two decimals, or with up to four if it needs them.
create or replace function amount_text(amount bigint) returns text language sql immutable parallel safe
  return regexp_replace((amount::numeric / 10000)::numeric(20, 4)::text, '0{1,2}$', '');

-- Sends a client its own part of an invoice, if its contract covers Invoice Reconciliation and it may see costs.
create or replace function tell_webhooks_of_invoice(kind text, part invoice_sums, more jsonb default '{}') returns void
language sql as $$
  insert into webhook_deliveries (client_code, webhook_id, event_id, event, at, payload, next_attempt_at)
  select w.client_code, w.webhook_id, gen_random_uuid(), kind, now(), jsonb_build_object(
      'summaryID', part.invoice_id::text, 'invoiceNumber', part.invoice_number, 'carrier', part.carrier,
      'invoiceDay', part.invoice_day, 'dueDay', part.due_day, 'parcels', part.parcels, 'currency', part.currency,
      'billed', amount_text(part.billed), 'tax', amount_text(part.tax), 'expected', amount_text(part.expected),
      'variance', amount_text(part.variance)
    ) || more, now()
  from webhooks w
  join clients c on c.client_code = w.client_code and (c.menu_options is null or 'invoiceReconciliation' = any (c.menu_options))
    and not c.disabled_objects ? 'invoiceReconciliation'
  join client_settings s on s.client_code = w.client_code and s.settings -> 'showCosts' = 'true'
  where w.client_code = part.client_code and w.active and kind = any (w.events)
  order by w.webhook_id
$$;

-- The sums of an imported invoice exist only at the end of the transaction.
create or replace function tell_webhooks_of_imported_invoice() returns trigger language plpgsql as $$
begin
  if anybody_listens_to('invoice.') then
    perform tell_webhooks_of_invoice('invoice.imported', s) from invoice_sums s
    where s.invoice_id = new.invoice_id and s.client_code <> '';
  end if;
  return null;
end $$;

create or replace function tell_webhooks_of_accepted_invoice() returns trigger language plpgsql as $$
begin
  if anybody_listens_to('invoice.') then
    perform tell_webhooks_of_invoice('invoice.accepted', s) from invoice_sums s
    where s.invoice_id = new.invoice_id and s.client_code <> '';
  end if;
  return null;
end $$;

-- The invoice was deleted, or its rows now belong to other clients. A refresh deletes and inserts sums, so this looks at the end
-- of the transaction whether they are gone.
create or replace function tell_webhooks_of_deleted_invoice() returns trigger language plpgsql as $$
begin
  if anybody_listens_to('invoice.')
    and not exists (select from invoice_sums s where s.client_code = old.client_code and s.invoice_id = old.invoice_id) then
    perform tell_webhooks_of_invoice('invoice.deleted', old);
  end if;
  return null;
end $$;

-- Webhooks get their client's share of a dispute once it is calculated, and again when the share is withdrawn. A refresh deletes
-- and inserts shares too.
create or replace function tell_webhooks_of_disputed_invoice() returns trigger language plpgsql as $$
begin
  if anybody_listens_to('invoice.') then
    perform tell_webhooks_of_invoice('invoice.disputed', s, jsonb_build_object(
        'disputedParcels', d.rows, 'disputed', amount_text(d.claimed)
      ))
    from invoice_dispute_shares d
    join invoice_sums s on s.client_code = d.client_code and s.invoice_id = d.invoice_id
    where d.dispute_id = new.dispute_id and d.client_code <> '';
  end if;
  return null;
end $$;

create or replace function tell_webhooks_of_withdrawn_dispute() returns trigger language plpgsql as $$
begin
  if anybody_listens_to('invoice.') and not exists (
    select from invoice_dispute_shares d where d.client_code = old.client_code and d.dispute_id = old.dispute_id
  ) then
    perform tell_webhooks_of_invoice('invoice.undisputed', s, jsonb_build_object(
        'disputedParcels', old.rows, 'disputed', amount_text(old.claimed)
      ))
    from invoice_sums s where s.client_code = old.client_code and s.invoice_id = old.invoice_id;
  end if;
  return null;
end $$;
