-- Orders and parcels of before get their days and regions from a job, in pieces, and then the facts are rebuilt: here is what is
-- still to be done.
create table figures_to_fill (name text primary key);
insert into figures_to_fill select 'orders and parcels' where exists (select from clients);
grant select, delete on figures_to_fill to despatch_app;

-- Who writes many parcels gives their regions in the same statement.
drop trigger keep_region on parcels;
create trigger keep_region before insert on parcels for each row
  when (new.region = '') execute function keep_parcel_region();
