-- What a person matched an invoice's row with, where nothing was found or several clients' parcels were; kept apart from the
-- row, whose client it decides, so that the row is judged by it whenever it is judged again.
create table invoice_matches (
  invoice_id bigint not null references invoices on delete cascade,
  parcel_no int not null,
  for_client text collate "C" not null,
  order_number text collate "C" not null,
  -- Empty where the order is meant, and none of its parcels.
  tracking_number text collate "C" not null,
  matched_at timestamptz not null,
  matched_by text not null,
  primary key (invoice_id, parcel_no)
);

-- Whose parcels a carrier bills on an account, where a number is several clients': remembered from a row matched by hand.
create table invoice_account_clients (
  carrier_name text not null,
  account text collate "C" not null,
  for_client text collate "C" not null,
  invoice_id bigint not null,
  parcel_no int not null,
  remembered_at timestamptz not null,
  remembered_by text not null,
  primary key (carrier_name, account)
);

select restrict_to_operator('invoice_matches', 'invoice_account_clients');
grant select, insert, update, delete on invoice_matches, invoice_account_clients to despatch_app;

-- What is disputed of an invoice is told with each client's share of it, once the dispute is reckoned; and a client's share
-- that is taken out again, or withdrawn with its dispute, too. Shares are written anew whenever a dispute is refreshed.
create function tell_webhooks_of_disputed_invoice() returns trigger language plpgsql as $$
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
create constraint trigger tell_webhooks_of_disputed after insert on invoice_disputes deferrable initially deferred
  for each row execute function tell_webhooks_of_disputed_invoice();

create function tell_webhooks_of_withdrawn_dispute() returns trigger language plpgsql as $$
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
create constraint trigger tell_webhooks_of_withdrawn after delete on invoice_dispute_shares deferrable initially deferred
  for each row when (old.client_code <> '') execute function tell_webhooks_of_withdrawn_dispute();
