-- Folds a text for comparison: lowercase, without accents and apostrophes. Keep equal to domain/src/enquiries/search-words.ts.
create or replace function fold_text(said text) returns text language sql immutable parallel safe as $$
  select translate(
    case when octet_length(said) = length(said) then lower(said)
    else replace(replace(replace(replace(translate(
        regexp_replace(normalize(lower(normalize(said, nfkd) collate "und-x-icu"), nfkd), U&'[\0300-\036F]', '', 'g'),
        'łøđðħı’‘ʼ´`', 'lodhhi'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end, '''', '')
$$;

-- The words of a text. Nearly all texts are ASCII and need no Unicode regular expression.
create or replace function words_of(said text) returns text[] language plpgsql immutable parallel safe as $$
begin
  if octet_length(said) = length(said) and length(said) < 1000 then
    return array_remove(regexp_split_to_array(lower(translate(said, '''`', '')), '[^a-z0-9]+'), '');
  end if;
  return array(
    select left(w, 40) from regexp_split_to_table(fold_text(said) collate "und-x-icu", '[^[:alnum:]]+') as w where w <> ''
  );
end $$;

-- The words that find an order: those of its texts; names and postcodes of several words also as one word; '=' and its client;
-- '@' and the day and month on which it was placed (by UTC; the newest are searched first); '#' and the last digits of its phone,
-- reversed, so that a search for the end of a number is a search for a prefix.
create or replace function order_words(client_code text, ordered_at timestamptz, first_name text, last_name text, account text, phone text, address text, post_code text)
returns tsvector language plpgsql immutable parallel safe as $$
declare
  words text[] := words_of(concat_ws(' ', first_name, last_name, account, address, post_code))
    || array['=' || client_code, '@' || (ordered_at at time zone 'UTC')::date, '@' || left(((ordered_at at time zone 'UTC')::date)::text, 7)];
  digits text := translate(phone, '+ ()-./', '');
  parts text[];
  said text;
begin
  if digits ~ '[^0-9]' then digits := regexp_replace(digits, '[^0-9]', '', 'g'); end if;
  if length(digits) > 5 then words := words || ('#' || reverse(right(digits, 12))); end if;
  foreach said in array array[first_name, last_name, post_code] loop
    if said ~ '[ -]' then
      parts := words_of(said);
      if cardinality(parts) > 1 then words := words || left(array_to_string(parts, ''), 40); end if;
    end if;
  end loop;
  return array_to_tsvector(words);
end $$;

create or replace function keep_search_words() returns trigger language plpgsql as $$
begin
  insert into order_search
  select client_code, order_number, ordered_at, order_words(client_code, ordered_at, customer_first_name, customer_last_name, customer_account,
    phone, concat_ws(' ', address_line_1, address_line_2, address_line_3, address_line_4), post_code)
  from added where (customer_first_name, customer_last_name, customer_account, phone, address_line_1, address_line_2,
    address_line_3, address_line_4, post_code) <> ('', '', '', '', '', '', '', '', '')
  on conflict do nothing;
  return null;
end $$;

create or replace function keep_search_words_of_changed() returns trigger language plpgsql as $$
begin
  insert into order_search values (new.client_code, new.order_number, new.ordered_at,
    order_words(new.client_code, new.ordered_at, new.customer_first_name, new.customer_last_name, new.customer_account, new.phone,
      concat_ws(' ', new.address_line_1, new.address_line_2, new.address_line_3, new.address_line_4), new.post_code))
  on conflict (client_code, order_number) do update set ordered_at = excluded.ordered_at, words = excluded.words;
  return null;
end $$;
