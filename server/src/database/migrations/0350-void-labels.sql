-- A label whose return was cancelled is void: its shopper has seen it and may still use it, so nobody else is given it.
alter table return_labels add column voided_at timestamptz;
