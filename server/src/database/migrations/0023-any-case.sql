-- Texts that are the same in small letters and capitals are the same under this collation. Row-level security lets an index
-- serve plain columns alone, under whichever collation: lower(email) is worked out only for rows that are known to be the
-- caller's, of every order of theirs.
create collation any_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
