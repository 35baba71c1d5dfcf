-- outside a transaction
create unique index concurrently roles_by_code on roles (client_code, lower(code));
