import { type PaidLine, reasonNeededFor, refundLimit } from '@despatch/domain/returns/portal/refund-limit'
import { formatMoney } from '@despatch/domain/money/money'
import { costOfText, costText } from '@despatch/domain/routing/allocation/units'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { AppError } from '../../process/app-error.ts'
import { REFUNDED_UNANNOUNCED } from './load-returns.ts'

type PaidRow = {
  line_number: number
  sku_code: string
  quantity: number
  total_value: string
  refunded: number
  elsewhere: number
}
type OfOrder = { readonly client: string; readonly orderNumber: string }
type Refund = {
  readonly lines: readonly { readonly lineNumber: number; readonly quantity: number }[]
  /** Ten-thousandths of the client's currency. */
  readonly amount: number
  readonly deduction: number
  readonly reason: string
}

/** What was paid for the lines of an order, and what was refunded of it in all returns (`before`), in ten-thousandths. */
export async function paidOfOrder(
  transaction: Transaction,
  { client, orderNumber }: OfOrder,
): Promise<{ lines: PaidLine[]; before: number }> {
  const [paid, refunds] = await Promise.all([
    transaction.rows(
      sql<PaidRow>`
        select l.line_number, l.sku_code, l.quantity, l.total_value, ${REFUNDED_UNANNOUNCED} as elsewhere, (
          select coalesce(sum(a.refunded), 0)::int from announced_lines a
          where a.client_code = l.client_code and a.order_number = l.order_number and a.sku_code = l.sku_code
            and a.line_number = l.line_number
        ) as refunded
        from order_lines l where l.client_code = ${client} and l.order_number = ${orderNumber}
        order by l.line_number`.compile(db),
    ),
    transaction.row(
      sql<{ amount: number }>`
        select coalesce(sum(s.amount), 0)::bigint as amount
        from announced_returns r join return_steps s on s.client_code = r.client_code and s.return_reference = r.return_reference
        where r.client_code = ${client} and r.order_number = ${orderNumber}`.compile(db),
    ),
  ])
  // What nobody announced is of the lines of its SKU, in their order.
  const elsewhere = new Map(paid.map((line) => [line.sku_code, line.elsewhere]))
  const lines = paid.map((line) => {
    const left = elsewhere.get(line.sku_code) ?? 0
    const own = Math.max(0, Math.min(left, line.quantity - line.refunded))
    elsewhere.set(line.sku_code, left - own)
    return {
      lineNumber: line.line_number,
      value: costOfText(line.total_value),
      bought: line.quantity,
      refunded: line.refunded,
      elsewhere: own,
    }
  })
  return { lines, before: Number(refunds?.amount ?? 0) }
}

/**
 * Throws an AppError (422) for a refund of more or less than what is left of what was paid for its pieces, unless it gives a
 * reason for that: where something is taken off as well, the reason is of what is taken off, and the two make up the whole.
 */
export async function refuseWithoutReason(
  transaction: Transaction,
  { currency, ...order }: OfOrder & { currency: string },
  { lines, amount, deduction, reason }: Refund,
): Promise<void> {
  if (reason !== '' && deduction === 0) return
  const { lines: paid, before } = await paidOfOrder(transaction, order)
  const limit = refundLimit(paid, lines, { before, currency })
  const needed = reasonNeededFor({ amount, deduction, limit })
  if (needed === undefined || (needed === 'deduction' && reason !== '')) return
  const left = formatMoney(costText(limit), currency)
  throw new AppError(
    'unprocessable',
    needed === 'more'
      ? `Of what was paid for these items, at most ${left} is left to refund. ${deduction === 0 ? 'Give a reason to refund more.' : 'Take nothing off to refund more with a reason.'}`
      : `Of what was paid for these items, ${left} is left to refund. ${deduction === 0 ? 'Give a reason to refund less.' : 'Take off all that is not refunded, and give a reason.'}`,
  )
}
