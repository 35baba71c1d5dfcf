import { type RawBuilder, sql } from 'kysely'

/**
 * SQL for the title of an announced line's reason in the client's current returns book; an unknown code is its own
 * title. `line` is the alias of the line.
 */
export const reasonTitleOf = (line: string): RawBuilder<string> => sql<string>`
  coalesce((
    select content ->> 'title' from returns_book_items
    where client_code = ${sql.ref(`${line}.client_code`)} and kind = 'reason' and to_version is null
      and lower(content ->> 'code') = lower(${sql.ref(`${line}.reason_code`)})
    order by item_key limit 1
  ), ${sql.ref(`${line}.reason_code`)})`
