-- outside a transaction
create unique index concurrently roles_by_name on roles (client_code, lower(name));
