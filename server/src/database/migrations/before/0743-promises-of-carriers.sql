-- The day by which the carrier promises a parcel, from the service that it left by; null where that is not known, or a server of
-- the version before has written it: then the shopper's promise (promised_date) stands for it.
alter table parcels add column carrier_promised_date date;
