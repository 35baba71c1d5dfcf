-- Events are kept by the code of their carrier. What was said of a carrier's event codes under another spelling of it is
-- carried over to its code, once: to which codes it was, so that what somebody deletes there stays deleted.
alter table carrier_event_codes add column carried_to text[] not null default '{}';
