-- The text of a query over the transition tables of a trigger: the facts by day that a statement took away (n is -1) and added (1).
create or replace function changed_facts(operation text) returns text language sql immutable as $$
  select case operation
    when 'INSERT' then 'select 1 as n, * from after'
    when 'DELETE' then 'select -1 as n, * from before'
    else 'select -1 as n, * from before union all select 1, * from after'
  end
$$;
