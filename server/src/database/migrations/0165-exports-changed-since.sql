-- How many rows a screen had shown when it asked for a file: a file of another number of rows says so.
alter table export_jobs add column shown_rows bigint;
