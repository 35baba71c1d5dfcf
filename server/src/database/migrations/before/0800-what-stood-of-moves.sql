-- A what-if compares with what stands: the version of the rule book that what stood was decided by. Null of moves from before.
alter table what_if_moves add column rule_book_version_before int;
