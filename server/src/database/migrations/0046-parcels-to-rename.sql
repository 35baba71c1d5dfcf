-- outside a transaction
create index concurrently parcels_to_rename on parcels (client_code, tracking_number)
  where tracking_number ~ '[-a-z \u00A0\u00AD\u1680\u2000-\u200A\u2010-\u2015\u2028\u2029\u202F\u205F\u2212\u3000\uFEFF]';
