import { dayOf } from '@despatch/domain/calendar/day'
import { sameName } from '@despatch/domain/text/same-name'
import type pg from 'pg'
import { type ChunkWriter, readOrders, type ContinuedOrder } from './chunk-writer.ts'
import * as statements from './chunk-statements.ts'
import type { GatheredOrder } from './gather-orders.ts'
import type { OrdersPreview } from './orders-preview.ts'

type Unknown = { SKU: string; description: string; seq: number; rows: number }

/**
 * Makes a chunk writer for previews: it writes nothing to orders and reports what feeding would do. The transaction is
 * read-only except for its temporary tables. It locks no orders, so no other transaction waits for a preview.
 */
export async function createPreviewWriter(
  connection: pg.PoolClient,
  {
    client,
    now,
    preview,
    lineOf,
  }: { client: string; now: Date; preview: OrdersPreview; lineOf: (seq: number) => number },
): Promise<ChunkWriter> {
  await connection.query('set transaction read only')
  const nothing = () => Promise.resolve()
  return {
    noteOrders: (orders) => Promise.resolve(orders.flatMap((order) => seenBefore(preview, order))),
    async createOrders(orders) {
      const { rows } = await connection.query<{ orderNumber: string }>(statements.MARK_NEW)
      const fresh = new Set(rows.map(({ orderNumber }) => orderNumber))
      let created = 0
      for (const order of orders) {
        if (!fresh.has(order.orderNumber)) continue
        if (!preview.isFirst(order.orderNumber)) {
          preview.scattered++
          continue
        }
        created++
        if ((order.header?.despatchDate ?? '') < dayOf(now)) preview.addPast(order)
      }
      return { fresh: fresh.size, created }
    },
    holdOrders: (orderNumbers) => readOrders(connection, statements.READ_ORDERS, { client }, orderNumbers),
    restoreCancelled: (orderNumbers) => Promise.resolve(orderNumbers.length),
    suspendPartlyRefused(partlyRefused) {
      preview.partlyRefused += partlyRefused.length
      return Promise.resolve([])
    },
    async createSkus() {
      const { rows } = await connection.query<Unknown>(statements.UNKNOWN_SKUS)
      return rows.filter(({ seq, ...sku }) => preview.isNewSku({ ...sku, line: lineOf(seq) })).length
    },
    addLinesToTotals: nothing,
    async createLines() {
      return (await connection.query<{ lines: number }>(statements.COUNT_LINES)).rows[0]?.lines ?? 0
    },
    releaseChanged: nothing,
  }
}

function seenBefore(
  { orders: seen }: OrdersPreview,
  { orderNumber, seen: rows, refusedLine }: GatheredOrder,
): ContinuedOrder[] {
  const name = sameName(orderNumber)
  const [before = 0, refusedBefore = 0] = seen.get(name) ?? []
  const refused = refusedBefore || refusedLine || 0
  seen.set(name, before + rows, refused)
  if (before === 0) return []
  return [{ orderNumber, before, refusedLine: refused || null, isRefusedNow: refusedLine !== undefined }]
}
