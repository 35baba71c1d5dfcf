import { formatCount } from '@despatch/domain/money/money'
import { SELLABLE } from '@despatch/domain/stock/allocation-codes'
import { sql } from 'kysely'
import { fixed } from '../database/prepared.ts'
import { db } from '../database/sql.ts'
import type { Transaction } from '../database/transaction.ts'
import { AppError } from '../process/app-error.ts'

/** A SKU of which more is promised than there is, and by how many pieces; of one that was never counted nobody knows. */
type Short = { readonly sku: string; readonly by: number; readonly isNeverCounted: boolean }

/**
 * The SKUs of which a client that refuses shortages has promised more than there is; none of a client that does not. Ask after
 * the lines of an order are written and before its capacity is taken: the balances are held until the transaction is over.
 */
export const refusedShortages = (transaction: Transaction, client: string, skus: readonly string[]): Promise<Short[]> =>
  transaction.write(shortages(client, [...new Set(skus)]))

const shortages = fixed((client: string, skus: readonly string[]) =>
  sql<Short>`select s.sku_code as sku, s.short_by as by, ${IS_NEVER_COUNTED} as "isNeverCounted"
    from refused_shortages(${client}, ${skus}::text[]) s
    left join stock_balances b on b.client_code = ${client} and b.sku_code = s.sku_code and b.code = ${SELLABLE}`.compile(
    db,
  ),
)

/** What came in says something of what there is; what only left says nothing. */
const IS_NEVER_COUNTED = sql`b.counted_at is null and coalesce(b.on_hand, 0) <= 0`

/** 'There is not enough stock: LAMP would be short by 3, MUG was never counted', without a full stop. */
export function shortText(short: readonly Short[]): string {
  const words = short
    .slice(0, 3)
    .map(({ sku, by, isNeverCounted }) =>
      isNeverCounted ? `${sku} was never counted` : `${sku} would be short by ${formatCount(by)}`,
    )
  const more = short.length > 3 ? `, and ${formatCount(short.length - 3)} more SKUs` : ''
  return `There is not enough stock: ${words.join(', ')}${more}`
}

/** Throws an AppError (422) that names what is short, so that nothing of the order is kept. */
export function refuseShort(short: readonly Short[]): void {
  if (short.length > 0) throw new AppError('unprocessable', `${shortText(short)}.`)
}

/**
 * The SKUs of which an order needs more with some lines than with those before: what it was short of already is no reason to
 * refuse it.
 */
export function risingSkus(
  lines: readonly { readonly SKU: string; readonly quantity: number }[],
  linesBefore: readonly { readonly SKU: string; readonly quantity: number }[],
): string[] {
  const more = new Map<string, number>()
  for (const { SKU, quantity } of lines) more.set(SKU, (more.get(SKU) ?? 0) + quantity)
  for (const { SKU, quantity } of linesBefore) more.set(SKU, (more.get(SKU) ?? 0) - quantity)
  return [...more].flatMap(([SKU, pieces]) => (pieces > 0 ? [SKU] : []))
}
