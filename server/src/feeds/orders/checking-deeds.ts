import { dayOf } from '@despatch/domain/calendar/day'
import { sameName } from '@despatch/domain/text/same-name'
import type pg from 'pg'
import { type ChunkDeeds, ordersBy, type SeenOrder } from './chunk-deeds.ts'
import * as statements from './chunk-statements.ts'
import type { GatheredOrder } from './gather-orders.ts'
import type { OrdersLook } from './orders-look.ts'

type Unknown = { SKU: string; description: string; seq: number; rows: number }

/**
 * The deeds of a check: none is done, and each tells what it would have come to. The database itself sees to it, for the
 * transaction may write to its own tables alone. No order is held, so nobody waits for a check.
 */
export async function checkingDeeds(
  connection: pg.PoolClient,
  { client, now, look, lineOf }: { client: string; now: Date; look: OrdersLook; lineOf: (seq: number) => number },
): Promise<ChunkDeeds> {
  await connection.query('set transaction read only')
  const nothing = () => Promise.resolve()
  return {
    noteOrders: (orders) => Promise.resolve(orders.flatMap((order) => seenBefore(look, order))),
    async createOrders(orders) {
      const { rows } = await connection.query<{ orderNumber: string }>(statements.MARK_NEW)
      const fresh = new Set(rows.map(({ orderNumber }) => orderNumber))
      let created = 0
      for (const order of orders) {
        if (!fresh.has(order.orderNumber)) continue
        if (!look.isFirst(order.orderNumber)) {
          look.apart++
          continue
        }
        created++
        if ((order.header?.despatchDate ?? '') < dayOf(now)) look.addPast(order)
      }
      return { fresh: fresh.size, created }
    },
    holdOrders: (orderNumbers) => ordersBy(connection, statements.READ_ORDERS, { client }, orderNumbers),
    revive: (orderNumbers) => Promise.resolve(orderNumbers.length),
    suspendHalves(halves) {
      look.halves += halves.length
      return Promise.resolve([])
    },
    async createSkus() {
      const { rows } = await connection.query<Unknown>(statements.UNKNOWN_SKUS)
      return rows.filter(({ seq, ...sku }) => look.isNewSku({ ...sku, line: lineOf(seq) })).length
    },
    lengthenOrders: nothing,
    async createLines() {
      return (await connection.query<{ lines: number }>(statements.COUNT_LINES)).rows[0]?.lines ?? 0
    },
    letGo: nothing,
  }
}

function seenBefore(
  { orders: seen }: OrdersLook,
  { orderNumber, seen: rows, refusedLine }: GatheredOrder,
): SeenOrder[] {
  const name = sameName(orderNumber)
  const [before = 0, refusedBefore = 0] = seen.get(name) ?? []
  const refused = refusedBefore || refusedLine || 0
  seen.set(name, before + rows, refused)
  if (before === 0) return []
  return [{ orderNumber, before, refusedLine: refused || null, isRefusedNow: refusedLine !== undefined }]
}
