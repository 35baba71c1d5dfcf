-- How facts of returns are folded, rebuilt and checked.

-- Folds up to `most` deltas into the facts, and returns how many it folded.
create or replace function fold_return_deltas(most int) returns int language plpgsql as $$
declare folded int;
begin
  perform pg_advisory_xact_lock(hashtextextended('facts of returns', 0));
  with gone as (
    delete from return_deltas where ctid = any (array(select ctid from return_deltas limit most)) returning return_deltas
  ), sums as (
    select (gone.return_deltas).client_code, f.split, f.day, f.value,
      sum(lines) filter (where counted_by = 'ordered') as ol, sum(pieces) filter (where counted_by = 'ordered') as op,
      sum(lines) filter (where counted_by = 'despatched') as dl, sum(pieces) filter (where counted_by = 'despatched') as dp,
      sum(lines) filter (where counted_by = 'announced') as al, sum(pieces) filter (where counted_by = 'announced') as ap,
      sum(lines) filter (where counted_by = 'received') as rl, sum(pieces) filter (where counted_by = 'received') as rp,
      sum(lines) filter (where counted_by = 'refunded') as fl, sum(pieces) filter (where counted_by = 'refunded') as fp
    from gone cross join lateral return_fact_rows(gone.return_deltas) f group by 1, 2, 3, 4
  ), added as (
    insert into return_facts as facts
    select client_code, split, day, value, coalesce(ol, 0), coalesce(op, 0), coalesce(dl, 0), coalesce(dp, 0), coalesce(al, 0),
      coalesce(ap, 0), coalesce(rl, 0), coalesce(rp, 0), coalesce(fl, 0), coalesce(fp, 0)
    from sums
    on conflict (client_code, split, day, value) do update set
      ordered_lines = facts.ordered_lines + excluded.ordered_lines,
      ordered_pieces = facts.ordered_pieces + excluded.ordered_pieces,
      despatched_lines = facts.despatched_lines + excluded.despatched_lines,
      despatched_pieces = facts.despatched_pieces + excluded.despatched_pieces,
      announced_lines = facts.announced_lines + excluded.announced_lines,
      announced_pieces = facts.announced_pieces + excluded.announced_pieces,
      received_lines = facts.received_lines + excluded.received_lines,
      received_pieces = facts.received_pieces + excluded.received_pieces,
      refunded_lines = facts.refunded_lines + excluded.refunded_lines,
      refunded_pieces = facts.refunded_pieces + excluded.refunded_pieces
  )
  select count(*)::int into folded from gone;
  return folded;
end $$;

-- Rebuilds the facts from the returns while people work: one statement sees returns, facts and deltas as of one moment, and deltas that
-- are committed later stay.
create or replace function rebuild_return_facts() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('facts of returns', 0));
  with gone as (
    delete from return_deltas
  ), sums as materialized (
    select client_code, split, day, value,
      sum(lines) filter (where counted_by = 'ordered') as ol, sum(pieces) filter (where counted_by = 'ordered') as op,
      sum(lines) filter (where counted_by = 'despatched') as dl, sum(pieces) filter (where counted_by = 'despatched') as dp,
      sum(lines) filter (where counted_by = 'announced') as al, sum(pieces) filter (where counted_by = 'announced') as ap,
      sum(lines) filter (where counted_by = 'received') as rl, sum(pieces) filter (where counted_by = 'received') as rp,
      sum(lines) filter (where counted_by = 'refunded') as fl, sum(pieces) filter (where counted_by = 'refunded') as fp
    from return_line_facts group by 1, 2, 3, 4
  ), emptied as (
    delete from return_facts f where not exists (
      select from sums s where s.client_code = f.client_code and s.split = f.split and s.day = f.day and s.value = f.value
    )
  )
  insert into return_facts
  select client_code, split, day, value, coalesce(ol, 0), coalesce(op, 0), coalesce(dl, 0), coalesce(dp, 0), coalesce(al, 0),
    coalesce(ap, 0), coalesce(rl, 0), coalesce(rp, 0), coalesce(fl, 0), coalesce(fp, 0)
  from sums
  on conflict (client_code, split, day, value) do update set
    (ordered_lines, ordered_pieces, despatched_lines, despatched_pieces, announced_lines, announced_pieces, received_lines,
      received_pieces, refunded_lines, refunded_pieces) = (excluded.ordered_lines, excluded.ordered_pieces,
      excluded.despatched_lines, excluded.despatched_pieces, excluded.announced_lines, excluded.announced_pieces,
      excluded.received_lines, excluded.received_pieces, excluded.refunded_lines, excluded.refunded_pieces);
end $$;

-- Facts and deltas as rows of one shape; facts of zero are among them.
create or replace view return_known_facts with (security_invoker = true) as
select client_code, split, value, day, c.counted_by, c.lines, c.pieces
from return_facts cross join lateral (values
  ('ordered', ordered_lines, ordered_pieces), ('despatched', despatched_lines, despatched_pieces),
  ('announced', announced_lines, announced_pieces), ('received', received_lines, received_pieces),
  ('refunded', refunded_lines, refunded_pieces)
) as c (counted_by, lines, pieces)
union all
select client_code, split, value, day, counted_by, lines, pieces from return_delta_facts;

-- How many facts differ from the returns.
create or replace function wrong_return_facts() returns bigint language sql as $$
  select count(*) from (
    select client_code, split, value, day, counted_by
    from (
      select client_code, split, value, day, counted_by, lines, pieces from return_known_facts
      union all
      select client_code, split, value, day, counted_by, -lines, -pieces from return_line_facts
    ) as both_sides
    group by 1, 2, 3, 4, 5 having sum(lines) <> 0 or sum(pieces) <> 0
  ) as wrong
$$;

grant select on return_known_facts to despatch_app;
