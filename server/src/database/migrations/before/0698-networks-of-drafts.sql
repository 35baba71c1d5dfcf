-- The network from which a draft was begun, under a hash: when strangers guess at an order, those who proved it go on.
alter table shopper_drafts add column network_hash bytea;
