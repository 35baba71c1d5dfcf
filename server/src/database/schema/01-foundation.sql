-- What the other files stand on: a collation, and who sees which rows.

-- Texts that are the same in small letters and capitals are the same under this collation. Row-level security lets an index
-- serve plain columns alone, under whichever collation: lower(email) is worked out only for rows that are known to be the
-- caller's, of every order of theirs.
create collation any_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false);

-- Row-level security of tables by one condition. A transaction without a context sees nothing: the setting is then null, or
-- empty on a connection that once had one.
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

grant usage on schema public to despatch_app;
