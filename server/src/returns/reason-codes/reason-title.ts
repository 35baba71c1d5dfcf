import { type RawBuilder, sql } from 'kysely'

/** What the client's returns book calls the reason of an announced line, by its alias; a code that it has not is its own title. */
export const reasonTitleOf = (line: string): RawBuilder<string> => sql<string>`
  coalesce((
    select content ->> 'title' from returns_book_items
    where client_code = ${sql.ref(`${line}.client_code`)} and kind = 'reason' and to_version is null
      and lower(content ->> 'code') = lower(${sql.ref(`${line}.reason_code`)})
    order by item_key limit 1
  ), ${sql.ref(`${line}.reason_code`)})`
