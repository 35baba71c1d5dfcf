-- Orders and parcels of before get their days and regions from a job, in pieces, and then the facts are rebuilt: here is what is
-- still to be done.
create table figures_to_fill (name text primary key);
insert into figures_to_fill select 'orders and parcels' where exists (select from clients);
grant select, delete on figures_to_fill to despatch_app;
