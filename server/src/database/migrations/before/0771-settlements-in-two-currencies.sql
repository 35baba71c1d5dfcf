-- What a settlement takes of its credit, in the credit's currency; null where that is its amount, which is in the dispute's.
alter table invoice_settlements add column given bigint;
