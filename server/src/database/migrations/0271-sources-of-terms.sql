-- The terms that came with Despatch were written down without the carriers' pages at hand: they say so.
update claim_terms set source = replace(source, ' To be confirmed against your contract.',
  ' Written down in 2025 from general knowledge, not copied from the carrier’s page: check with your contract.')
where changed_by = 'Despatch';
