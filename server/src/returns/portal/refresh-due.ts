import { dayOf } from '@despatch/domain/calendar/day'
import { withRefundDue } from '@despatch/domain/returns/portal/announced-return'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { holdReturns } from './load-returns.ts'

/**
 * Writes until when returns of some orders are to be refunded, where more may have come back of a line than was bought: whether
 * pieces are owed depends on what the other returns of the order have by now.
 */
export async function refreshDue(
  transaction: Transaction,
  { client, now }: { client: string; now: Date },
  orderNumbers: readonly string[],
): Promise<void> {
  const found = await transaction.rows(
    sql<{ return_reference: string }>`
      select distinct l.return_reference from unnest(${[...new Set(orderNumbers)]}::text[]) as n (order_number)
      cross join lateral (
        select * from announced_lines
        where client_code = ${client} and order_number between n.order_number and n.order_number
        order by order_number, sku_code offset 0
      ) l
      where l.extra > 0 or ${MAY_EXCEED}`.compile(db),
  )
  if (found.length === 0) return
  const references = found.map((row) => row.return_reference)
  for (const held of await holdReturns(transaction, client, references)) {
    const { refundDueOn } = withRefundDue(held, dayOf(now))
    if (refundDueOn !== held.refundDueOn)
      await transaction.write(
        db
          .updateTable('announced_returns')
          .set({ refund_due_on: refundDueOn })
          .where('client_code', '=', client)
          .where('return_reference', '=', held.reference),
      )
  }
}

/**
 * Of announced lines `l`: whether all that was ever announced of the line, or of its SKU with what came back unannounced, is more
 * than was bought: what has ended by now counts too, for with it ends what it took from others.
 */
const MAY_EXCEED = sql`exists (
  select from (
    select coalesce(sum(o.quantity), 0) as bought, coalesce(sum(o.quantity) filter (where o.line_number = l.line_number), 0) as of_line
    from order_lines o where o.client_code = l.client_code and o.order_number = l.order_number and o.sku_code = l.sku_code
  ) o, (
    select sum(a.quantity) as pieces, sum(a.quantity) filter (where a.line_number = l.line_number) as of_line
    from announced_lines a where a.client_code = l.client_code and a.order_number = l.order_number and a.sku_code = l.sku_code
  ) a
  where a.of_line > o.of_line or a.pieces + coalesce((
    select sum(r.quantity) from return_lines r
    where r.client_code = l.client_code and r.order_number = l.order_number and r.sku_code = l.sku_code and not exists (
      select from announced_lines n
      where n.client_code = r.client_code and n.return_reference = r.return_reference and n.order_number = r.order_number
        and n.sku_code = r.sku_code
    )
  ), 0) > o.bought
) or exists (select from sku_components c where c.client_code = l.client_code and c.sku_code = l.sku_code)`
