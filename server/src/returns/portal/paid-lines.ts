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
type OrderKey = { readonly client: string; readonly orderNumber: string }
type Refund = {
  readonly lines: readonly { readonly lineNumber: number; readonly quantity: number }[]
  /** In ten-thousandths of the client's currency. */
  readonly amount: number
  readonly deduction: number
  readonly reason: string
}

/**
 * Price and refunded pieces of each order line, and the total refunded in announced returns (`before`). Amounts in
 * ten-thousandths.
 */
export async function loadPaidLines(
  transaction: Transaction,
  { client, orderNumber }: OrderKey,
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
  // Unannounced refunds are assigned to the lines of their SKU in line order.
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
 * Requires a reason for a refund that differs from what is left of the price of its pieces. If the refund has a
 * deduction, the reason explains the deduction, and both together must make up the full amount.
 *
 * @throws AppError 422
 */
export async function requireReason(
  transaction: Transaction,
  { currency, ...order }: OrderKey & { currency: string },
  { lines, amount, deduction, reason }: Refund,
): Promise<void> {
  if (reason !== '' && deduction === 0) return
  const { lines: paid, before } = await loadPaidLines(transaction, order)
  const limit = refundLimit(paid, lines, { before, currency })
  const needed = reasonNeededFor({ amount, deduction, limit })
  if (needed === undefined || (needed === 'deduction' && reason !== '')) return
  const left = formatMoney(costText(limit), currency)
  throw new AppError(
    'unprocessable',
    needed === 'more'
      ? `Of what was paid for these items, at most ${left} is left to refund. ${deduction === 0 ? 'Give a reason to refund more.' : 'Remove the deduction, and give a reason to refund more.'}`
      : `Of what was paid for these items, ${left} is left to refund. ${deduction === 0 ? 'Give a reason to refund less.' : 'Deduct everything you don’t refund, and give a reason.'}`,
  )
}
