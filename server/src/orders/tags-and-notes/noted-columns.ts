import { type RawBuilder, sql } from 'kysely'

/**
 * Whether the clients of the call note anything there at all, which is found out once a statement: looking for it beside each
 * of fifty orders costs more than reading the orders. In the order of the key, so that its index is asked no matter who has most rows.
 */
const isAnyIn = (table: 'order_tags' | 'order_assignees'): RawBuilder<boolean> =>
  sql<boolean>`(select true from ${sql.table(table)} order by client_code limit 1)`

/** The tags of a row of `orders`, in their order. */
export const TAGS = sql<string[]>`case when ${isAnyIn('order_tags')} then array(
  select t.tag from order_tags t
  where t.client_code = orders.client_code and t.order_number = orders.order_number order by t.tag
) else '{}' end`

/** The username of who looks after a row of `orders`; '' where nobody does. */
export const ASSIGNED_TO = sql<string>`coalesce(case when ${isAnyIn('order_assignees')} then (
  select u.username from order_assignees a join users u using (user_id)
  where a.client_code = orders.client_code and a.order_number = orders.order_number
) end, '')`
