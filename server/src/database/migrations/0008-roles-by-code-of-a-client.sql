-- A code is a client's own from here on: roles_by_code holds it unique.
alter table roles drop constraint roles_code_key;
