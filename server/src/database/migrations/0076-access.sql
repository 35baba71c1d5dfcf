-- Who sees and changes the rows of tables that later migrations make: row-level security as schema/13-access.sql gives it.
create function restrict_rows(tables text[], policy text, client text) returns void language plpgsql as $$
declare name text;
begin
  foreach name in array tables
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy %I on %I using (%s = any (nullif(current_setting(''app.clients'', true), '''')::text[]))',
      policy, name, client
    );
  end loop;
end $$;

-- Rows of clients: each is seen in the context of its client.
create function restrict_to_clients(variadic tables text[]) returns void language sql as $$
  select restrict_rows(tables, 'own_clients', 'client_code')
$$;

-- Rows of the operator: seen by internal users, whose context holds the client ''.
create function restrict_to_operator(variadic tables text[]) returns void language sql as $$
  select restrict_rows(tables, 'operators_own', '''''')
$$;
