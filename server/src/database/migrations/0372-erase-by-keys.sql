-- Each order and what hangs on it is looked up by its keys, whatever is known of how many rows there are.
alter function erase_orders(text, text[]) set enable_hashjoin = off;
alter function erase_orders(text, text[]) set enable_mergejoin = off;
