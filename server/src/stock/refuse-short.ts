import { formatCount } from '@despatch/domain/money/money'
import { SELLABLE } from '@despatch/domain/stock/allocation-codes'
import { sql } from 'kysely'
import { fixed } from '../database/prepared.ts'
import { db } from '../database/sql.ts'
import type { Transaction } from '../database/transaction.ts'
import { AppError } from '../process/app-error.ts'
import { boxesOf } from './boxes-of.ts'

/** A SKU that is short, and by how many pieces. It was ordered itself (`isOrdered`), or as a box of `kits`, or both. */
type Shortage = {
  readonly sku: string
  readonly by: number
  readonly isNeverCounted: boolean
  readonly isOrdered: boolean
  readonly kits: readonly string[]
}

/**
 * Shortages of some SKUs (for kits, of their boxes) of a client that refuses shortages; empty for other clients.
 * `ordered` are the SKUs of all order lines, if only some SKUs are checked.
 * Call it after the order's lines are written and before its capacity is taken: it locks the balances until the
 * transaction ends.
 */
export const refusedShortages = (
  transaction: Transaction,
  client: string,
  skus: readonly string[],
  ordered: readonly string[] = skus,
): Promise<Shortage[]> => transaction.write(shortages(client, [...new Set(skus)], [...new Set(ordered)]))

const shortages = fixed((client: string, skus: readonly string[], ordered: readonly string[]) =>
  sql<Shortage>`select s.sku_code as sku, s.short_by as by, ${IS_NEVER_COUNTED} as "isNeverCounted",
      s.sku_code = any (${ordered}::text[]) as "isOrdered", array(
        select k.sku_code from boxes_of(${client}, ${ordered}::text[]) k
        where k.box_code = s.sku_code and k.sku_code <> s.sku_code order by 1
      ) as kits
    from refused_shortages(${client}, ${skus}::text[]) s
    left join stock_balances b on b.client_code = ${client} and b.sku_code = s.sku_code and b.code = ${SELLABLE}`.compile(
    db,
  ),
)

/** Incoming stock implies a level; departures do not. */
const IS_NEVER_COUNTED = sql`b.counted_at is null and coalesce(b.on_hand, 0) <= 0`

/** 'There is not enough stock: LAMP would be short by 3, LEG, a box of TABLE, was never counted', without a full stop. */
export function shortText(short: readonly Shortage[]): string {
  const words = short.slice(0, 3).map(({ sku, by, isNeverCounted, isOrdered, kits }) => {
    const what = kits.length === 0 ? sku : `${sku}, ${isOrdered ? 'also ' : ''}a box of ${listKits(kits)},`
    return isNeverCounted ? `${what} was never counted` : `${what} would be short by ${formatCount(by)}`
  })
  const more = short.length > 3 ? `, and ${formatCount(short.length - 3)} more SKUs` : ''
  return `There is not enough stock: ${words.join(', ')}${more}`
}

/** 'A and B', or for more than three kits 'A, B, C and 2 more kits'. */
function listKits(kits: readonly string[]): string {
  const words =
    kits.length > 3
      ? [...kits.slice(0, 3), `${formatCount(kits.length - 3)} more kit${kits.length > 4 ? 's' : ''}`]
      : kits
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(' and ')
}

/**
 * Refuses an order with shortages.
 *
 * @throws AppError 422 that names them
 */
export function refuseShort(short: readonly Shortage[]): void {
  if (short.length > 0) throw new AppError('unprocessable', `${shortText(short)}.`)
}

type Line = { readonly SKU: string; readonly quantity: number }
export type LinesChanged = { readonly lines: readonly Line[]; readonly before: readonly Line[] }

/**
 * SKUs (for kits, their boxes) that an order needs more of with its new lines than with those before. Existing
 * shortages are no reason to refuse a change.
 */
export async function risingSkus(
  transaction: Transaction,
  client: string,
  { lines, before }: LinesChanged,
): Promise<string[]> {
  const boxes = await boxesOf(transaction, client, [...new Set([...lines, ...before].map(({ SKU }) => SKU))])
  const more = new Map<string, number>()
  const add = ({ SKU, quantity }: Line, sign: 1 | -1) => {
    for (const box of boxes.get(SKU) ?? []) more.set(box.SKU, (more.get(box.SKU) ?? 0) + sign * quantity * box.quantity)
  }
  for (const line of lines) add(line, 1)
  for (const line of before) add(line, -1)
  return [...more].flatMap(([SKU, pieces]) => (pieces > 0 ? [SKU] : []))
}

/**
 * Pieces that an order has drawn from reservations, by SKU. Only needs beyond them cause a shortage, so a change
 * compares lines and draws before and after (see {@link risingSkus}).
 */
export function piecesDrawnBy(transaction: Transaction, client: string, orderNumber: string): Promise<Line[]> {
  return transaction.rows(
    sql<Line>`select r.sku_code as "SKU", sum(d.pieces)::int as quantity
      from stock_reservation_draws d join stock_reservations r using (client_code, reservation_id)
      where d.client_code = ${client} and d.order_number = ${orderNumber} and r.ended_at is null group by 1`.compile(
      db,
    ),
  )
}

/**
 * Shortages caused by amending an order (as in {@link refusedShortages}): SKUs, for kits their boxes, that it needs
 * more of than before, beyond its reservations. `drawn` is what it had drawn before the amendment.
 */
export async function shortagesOfAmended(
  transaction: Transaction,
  client: string,
  { orderNumber, lines, before, drawn }: { orderNumber: string; drawn: readonly Line[] } & LinesChanged,
): Promise<Shortage[]> {
  const drawnNow = await piecesDrawnBy(transaction, client, orderNumber)
  const skus = await risingSkus(transaction, client, { lines: [...lines, ...drawn], before: [...before, ...drawnNow] })
  const ordered = lines.map(({ SKU }) => SKU)
  return skus.length > 0 ? refusedShortages(transaction, client, skus, ordered) : []
}
