import { dayOf } from '@despatch/domain/calendar/day'
import { withRefundDue } from '@despatch/domain/returns/portal/announced-return'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { lockReturns } from './load-returns.ts'

/**
 * Updates the refund deadline of returns whose order may have got more back than was bought: whether pieces are owed
 * depends on the other returns of the order.
 */
export async function refreshDue(
  transaction: Transaction,
  { client, now }: { client: string; now: Date },
  orderNumbers: readonly string[],
): Promise<void> {
  const due = await transaction.rows(
    sql<{ return_reference: string }>`
      select distinct l.return_reference from announced_lines l
      where l.client_code = ${client} and l.order_number = any (${orderNumbers}::text[])
        and (l.extra > 0 or ${MAY_EXCEED})`.compile(db),
  )
  if (due.length === 0) return
  const references = due.map((row) => row.return_reference)
  for (const locked of await lockReturns(transaction, client, references)) {
    const { refundDueOn } = withRefundDue(locked, dayOf(now))
    if (refundDueOn !== locked.refundDueOn)
      await transaction.write(
        db
          .updateTable('announced_returns')
          .set({ refund_due_on: refundDueOn })
          .where('client_code', '=', client)
          .where('return_reference', '=', locked.reference),
      )
  }
}

/**
 * For announced lines `l`: whether the pieces ever announced of the line, or of its SKU including unannounced returns,
 * exceed what was bought. Ended pieces count too, because ending frees pieces for other returns.
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
