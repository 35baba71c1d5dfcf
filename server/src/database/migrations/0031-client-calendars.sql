-- The days on which nothing is despatched or delivered for a client beside Saturday and Sunday: a published set of holidays,
-- days of its own, and days of the set that are worked all the same. See domain/src/clients/client-calendar.ts.
alter table clients add column calendar jsonb not null default '{"holidays": "", "closed": [], "worked": []}';
