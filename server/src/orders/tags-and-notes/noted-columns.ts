import { sql } from 'kysely'

/** The tags of a row of `orders`, in their order. */
export const TAGS = sql<string[]>`array(
  select t.tag from order_tags t
  where t.client_code = orders.client_code and t.order_number = orders.order_number order by t.tag
)`

/** The username of who looks after a row of `orders`; '' where nobody does. */
export const ASSIGNED_TO = sql<string>`coalesce((
  select u.username from order_assignees a join users u using (user_id)
  where a.client_code = orders.client_code and a.order_number = orders.order_number
), '')`
