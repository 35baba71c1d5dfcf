-- The facts by day that a statement took away (n is -1) and gave (1), of its transition tables.
create function changed_facts(operation text) returns text language sql immutable as $$
  select case operation
    when 'INSERT' then 'select 1 as n, * from after'
    when 'DELETE' then 'select -1 as n, * from before'
    else 'select -1 as n, * from before union all select 1, * from after'
  end
$$;
