-- outside a transaction
-- What can be claimed is counted, and its page found, in the index alone.
create index concurrently claim_candidates_to_claim on claim_candidates (client_code, deadline, tracking_number)
  include (carrier, cause, currency, goods, amount) where claim_id is null and amount > 0 and why = '';
