import type { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { MAX_TAGS } from '@despatch/domain/orders/tags-and-notes/notes'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { auditMarked, keysOf, markedOrders, ordersText } from './marked-orders.ts'

/**
 * Adds and removes tags of orders; all or nothing. Throws an AppError: 404 if an order does not exist, 422 if one would
 * have too many tags or too many orders match.
 */
export async function tagOrders(
  context: Context,
  { body }: RouteChecked<typeof routes.tag>,
): Promise<RouteAnswer<typeof routes.tag>> {
  const { transaction, caller, now } = context
  const { add, remove } = body
  const orders = await markedOrders(context, body)
  const keys = keysOf(orders)
  if (remove.length > 0)
    await transaction.write(
      sql`delete from order_tags t using ${keys}
        where t.client_code = marked.client_code and t.order_number = marked.order_number
          and t.tag = any (${remove}::text[])`.compile(db),
    )
  if (add.length > 0) {
    // Locked, so that simultaneous additions count each other's tags.
    await transaction.write(
      sql`select from orders o join ${keys} on o.client_code = marked.client_code and o.order_number = marked.order_number
        order by o.client_code, o.order_number for no key update of o`.compile(db),
    )
    await transaction.write(
      sql`insert into order_tags (client_code, order_number, tag, added_at, added_by)
        select marked.client_code, marked.order_number, tag, ${now}::timestamptz, ${caller.username}::text
        from ${keys} cross join unnest(${add}::text[]) as tag
        order by 1, 2, 3
        on conflict do nothing`.compile(db),
    )
  }
  const full = await transaction.row(
    sql<{ order_number: string; count: number }>`
      select t.order_number, count(*)::int as count
      from ${keys} join order_tags t on t.client_code = marked.client_code and t.order_number = marked.order_number
      group by t.client_code, t.order_number having count(*) > ${MAX_TAGS} limit 1`.compile(db),
  )
  if (full)
    throw new AppError(
      'unprocessable',
      `Order ${full.order_number} would have ${full.count} tags, but the limit is ${MAX_TAGS}. Remove some first. Nothing was changed.`,
    )
  await auditMarked(context, orders, {
    act: 'order.tagged',
    after: { ...(add.length > 0 && { added: add }), ...(remove.length > 0 && { removed: remove }) },
  })
  return { message: `${ordersText(orders)} tagged.`, orders: orders.length }
}

/** Tags with a prefix, found one by one through their index. */
export async function tagNames(
  { transaction, clients }: Context,
  { body: { search } }: RouteChecked<typeof routes.tagNames>,
): Promise<RouteAnswer<typeof routes.tagNames>> {
  const rows = await transaction.rows(
    sql<{ tag: string }>`
      with recursive mine as (
        select client_code from unnest(${clients}::text[]) as mine (client_code)
      ), names as (
        select client_code, (select min(tag) from order_tags t where t.client_code = mine.client_code) as tag from mine
        union all
        select client_code, (select min(t.tag) from order_tags t where t.client_code = names.client_code and t.tag > names.tag)
        from names where tag is not null
      )
      select distinct tag from (select tag from names where tag is not null limit 2000) named
      where starts_with(lower(tag collate "C"), lower(${search}))
      order by tag limit 200`.compile(db),
  )
  return { tags: rows.map(({ tag }) => tag) }
}
