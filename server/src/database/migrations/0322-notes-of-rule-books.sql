-- Why a version of a rule book was published, as whoever did so says, and what looked wrong in its prices then.
alter table rule_books
  add column note text not null default '',
  add column warnings text[] not null default '{}';
