import { type RawBuilder, sql } from 'kysely'

/**
 * Whether the call's clients have any rows, evaluated once per statement: a look-up beside each of fifty orders costs
 * more than reading the orders. Ordered by the key, so that the index is used whichever client has most rows.
 */
const hasAnyRow = (table: 'order_tags' | 'order_assignees'): RawBuilder<boolean> =>
  sql<boolean>`(select true from ${sql.table(table)} order by client_code limit 1)`

/** Sorted tags of a row of `orders`. */
export const TAGS = sql<string[]>`case when ${hasAnyRow('order_tags')} then array(
  select t.tag from order_tags t
  where t.client_code = orders.client_code and t.order_number = orders.order_number order by t.tag
) else '{}' end`

/** Username of the assignee of a row of `orders`, or ''. */
export const ASSIGNED_TO = sql<string>`coalesce(case when ${hasAnyRow('order_assignees')} then (
  select u.username from order_assignees a join users u using (user_id)
  where a.client_code = orders.client_code and a.order_number = orders.order_number
) end, '')`
