-- outside a transaction
create index concurrently if not exists sign_in_failures_of_networks on sign_in_failures (network) where scope = 'names';
