-- outside a transaction
-- Whether a reason code is used, and how often lately: by reason in any case.
create index concurrently return_events_by_reason on return_events (client_code, lower(reason_code), occurred_at) where reason_code <> '';
