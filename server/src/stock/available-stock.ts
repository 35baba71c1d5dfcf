import type { stock as routes } from '@despatch/contract/stock/stock'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { SELLABLE } from '@despatch/domain/stock/allocation-codes'
import { kitsOfBoxes } from '@despatch/domain/stock/kits'
import { sql } from 'kysely'
import { loadClientSettings } from '../administration/clients/load-client-settings.ts'
import { loadSkuSpelling } from '../database/stored-names.ts'
import { db } from '../database/sql.ts'
import type { Context } from '../http/context.ts'
import { boxesOf } from './boxes-of.ts'
import { balancesOf, isNeverCounted } from './ledger/balances.ts'

/**
 * How many pieces of some SKUs an order can have, in any case; of a kit, as many as its boxes make. A SKU that was
 * never counted has no figure, unless the client refuses shortages and stock came in: then only movements count.
 */
export async function availableStock(
  { transaction, client }: Context,
  { body: { skus, orderNumber } }: RouteChecked<typeof routes.availableStock>,
): Promise<RouteAnswer<typeof routes.availableStock>> {
  const writing = await loadSkuSpelling(transaction, client, skus)
  const boxes = await boxesOf(transaction, client, skus.map(writing))
  const [{ settings }, balances, own] = await Promise.all([
    loadClientSettings(transaction, client),
    balancesOf(transaction, client, [...new Set([...boxes.values()].flat().map(({ SKU }) => SKU))]),
    orderNumber === '' ? [] : transaction.rows(promisedTo(client, orderNumber)),
  ])
  const sellable = new Map(balances.filter(({ code }) => code === SELLABLE).map((balance) => [balance.SKU, balance]))
  const promised = new Map(own.map(({ sku, pieces }) => [sku, pieces]))
  const availableOf = (storedSku: string) => {
    const balance = sellable.get(storedSku)
    const isKnown = settings.refuseShort ? !isNeverCounted(balance) : (balance?.countedAt ?? null) !== null
    const ownPieces = promised.get(storedSku) ?? 0
    // Pieces that the order already has are never refused.
    const unknown = settings.refuseShort && ownPieces > 0 ? ownPieces : null
    return isKnown ? (balance?.available ?? 0) + ownPieces : unknown
  }
  return {
    refusesShort: settings.refuseShort,
    rows: skus.map((sku) => {
      const storedSku = writing(sku)
      const own = (boxes.get(storedSku) ?? []).map((box) => ({
        Code: box.SKU,
        quantity: box.quantity,
        available: availableOf(box.SKU),
      }))
      const isKit = own.some(({ Code }) => Code !== storedSku)
      return { sku, available: kitsOfBoxes(own), ...(isKit && { boxes: own }) }
    }),
  }
}

/** Pieces that an order promises and the warehouse has not despatched: all of its lines, kits as boxes. */
const promisedTo = (client: string, orderNumber: string) =>
  sql<{ sku: string; pieces: number }>`
    select coalesce(c.component_code, l.sku_code) as sku, sum(l.quantity * coalesce(c.quantity, 1))::int as pieces
    from orders o join order_lines l using (client_code, order_number)
    left join sku_components c on c.client_code = l.client_code and c.sku_code = l.sku_code
    where o.client_code = ${client} and o.order_number = ${orderNumber} and promises_all(o.client_code, o.status)
    group by 1`.compile(db)
