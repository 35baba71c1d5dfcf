import { type Day, dayOf } from '@despatch/domain/calendar/day'
import type { ReturnFacts, ReturnOrder } from '@despatch/domain/returns/return-order'
import { returnablePieces } from '@despatch/domain/returns/sent-pieces'
import { costOfText } from '@despatch/domain/routing/allocation/units'
import { sql } from 'kysely'
import { fixed } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { regionOf } from '../../routing/allocation/regions.ts'
import { RETURNED, returnedUnannounced } from '../portal/load-returns.ts'
import { type SentRow, WITH_SENT } from '../portal/sent-lines.ts'

/** An order as input for the engine, with the facts about it. */
export type LoadedReturnOrder = {
  readonly order: ReturnOrder
  readonly facts: ReturnFacts
  readonly descriptions: ReadonlyMap<string, string>
}

type OrderRow = {
  order_number: string
  is_trade: boolean
  ordered_at: Date
  country: string
  post_code: string
  total_value: string
  despatched_at: Date | null
  parcels: number
  delivered: number
  delivered_on: Day | null
  exceptions: number
  earlier: Date[]
}
type LineRow = SentRow & {
  line_number: number
  sku_code: string
  description: string
  quantity: number
  total_value: string
  weight: number | null
  length: number | null
  categories: string[]
  /** Pieces of the line that were announced and cannot be announced again. */
  announced: number
  /** Pieces of the SKU, on any line, that came back unannounced; for a kit, kits with a box that did. */
  returned: number
  serials: string[]
}

/** Days to look back for earlier returns: no rule can ask for more. */
const EARLIER_DAYS = 730

/**
 * Loads an order of a client by its stored number, with everything that a return depends on: deliveries, pieces
 * already returned, serial numbers, and earlier returns of the same shopper (by email). Undefined if there is none.
 */
export async function loadReturnOrder(
  transaction: Transaction,
  client: string,
  { number, now }: { number: string; now: Date },
): Promise<LoadedReturnOrder | undefined> {
  const since = new Date(now.getTime() - EARLIER_DAYS * 86_400_000)
  const [order, lines] = await Promise.all([
    transaction.row(orderRow(client, number, since)),
    transaction.rows(lineRows(client, number)),
  ])
  if (!order) return undefined
  const region = await regionOf(transaction, order.country, order.post_code)
  return {
    order: orderOf(order, lines, region),
    facts: factsOf(order, lines),
    descriptions: new Map(lines.map(({ sku_code, description }) => [sku_code, description])),
  }
}

function orderOf(row: OrderRow, lines: readonly LineRow[], region: string | null): ReturnOrder {
  return {
    orderNumber: row.order_number,
    customer: row.is_trade ? 'trade' : 'consumer',
    orderedOn: dayOf(row.ordered_at),
    despatchedOn: row.despatched_at && dayOf(row.despatched_at),
    deliveredOn: row.parcels > 0 && row.delivered === row.parcels ? row.delivered_on : null,
    country: row.country,
    region,
    value: costOfText(row.total_value),
    lines: lines.map((line) => ({
      lineNumber: line.line_number,
      sku: line.sku_code,
      categories: line.categories,
      quantity: line.quantity,
      value: costOfText(line.total_value),
      weight: line.weight,
      length: line.length,
      serialNumbered: line.serials.length > 0,
    })),
  }
}

function factsOf(row: OrderRow, lines: readonly LineRow[]): ReturnFacts {
  const pieces = returnablePieces(
    lines.map((line) => ({
      lineNumber: line.line_number,
      sku: line.sku_code,
      quantity: line.quantity,
      sent: line.sent,
      boxes: line.boxes,
      announced: line.announced,
      returned: line.returned,
    })),
  )
  const pieceCounts = new Map(pieces.map((line) => [line.lineNumber, line]))
  return {
    hadDeliveryException: row.exceptions > 0,
    earlierReturns: row.earlier.map((at) => dayOf(at)),
    lines: lines.map(({ line_number: lineNumber, serials }) => ({
      lineNumber,
      returnable: pieceCounts.get(lineNumber)?.returnable ?? 0,
      sent: pieceCounts.get(lineNumber)?.sent ?? 0,
      serials,
    })),
  }
}

// Every step of the shoppers' page loads one order. Planning these statements takes several times as long as running
// them, so they are prepared.
const orderRow = fixed((client: string, number: string, since: Date) =>
  sql<OrderRow>`
    select o.order_number, o.is_trade, o.ordered_at, o.country, o.post_code, o.total_value,
      p.despatched_at, p.parcels, p.delivered, p.delivered_on, p.exceptions, e.earlier
    from orders o
    cross join lateral (
      select max(despatched_at) as despatched_at, count(*)::int as parcels, count(delivered_on)::int as delivered,
        max(delivered_on)::text as delivered_on,
        (count(*) filter (where delivered_on > promised_date or state in ('delivery_failed', 'return_to_sender')))::int as exceptions
      from parcels where client_code = o.client_code and order_number = o.order_number
    ) p
    cross join lateral (
      select coalesce(array_agg(first_at), '{}') as earlier from (
        select min(r.occurred_at) as first_at
        from orders other
        join return_events r on r.client_code = other.client_code and r.order_number = other.order_number
        where o.email <> '' and other.client_code = o.client_code and other.email <> ''
          and other.email collate any_case = o.email collate any_case and r.occurred_at >= ${since}
        group by r.return_reference
        limit 200
      ) returns
    ) e
    where o.client_code = ${client} and o.order_number = ${number}`.compile(db),
)

const lineRows = fixed((client: string, number: string) =>
  sql<LineRow>`
    select l.line_number, l.sku_code, s.description, l.quantity, l.total_value, s.weight, s.length,
      s.categories, a.announced, ${returnedUnannounced()} as returned, sent.sent, sent.boxes, c.serials
    from order_lines l
    join skus s on s.client_code = l.client_code and s.sku_code = l.sku_code
    cross join lateral (
      select coalesce(sum(${RETURNED}), 0)::int as announced from announced_lines a
      where a.client_code = l.client_code and a.order_number = l.order_number and a.sku_code = l.sku_code
        and a.line_number = l.line_number
    ) a
    ${WITH_SENT}
    cross join lateral (
      select coalesce(array_agg(pc.serial_number order by pc.serial_number), '{}') as serials
      from parcels p join parcel_contents pc on pc.client_code = p.client_code and pc.tracking_number = p.tracking_number
      where p.client_code = l.client_code and p.order_number = l.order_number and pc.sku_code = l.sku_code
        and pc.serial_number <> ''
    ) c
    where l.client_code = ${client} and l.order_number = ${number}
    order by l.line_number`.compile(db),
)
