-- The first day that a method's prices hold for; null is every day. When they were entered, the version of the rule book says.
-- Of other items it says nothing. A server of the version before does not know it: what that publishes holds from its day.
alter table rule_book_items add column holds_from date;
alter table rule_book_items alter column holds_from set default (now() at time zone 'Europe/London')::date;
