-- An operator's call that is for no client, such as adding one, keeps its idempotency key under ''. The keys of a client are deleted
-- with it by remove-clients.ts.
alter table idempotency_keys drop constraint idempotency_keys_client_code_fkey;
