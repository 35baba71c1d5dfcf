import type { AnnouncedReturn } from '@despatch/domain/returns/portal/announced-return'
import { exchangeAfter, replacedPieces } from '@despatch/domain/returns/portal/exchange'
import type { Day } from '@despatch/domain/calendar/day'
import { despatchDay } from '@despatch/domain/routing/dispatch-service'
import { CARRIER_LACK } from '@despatch/domain/orders/needs-attention'
import { sql } from 'kysely'
import { clientDaysOff } from '../../administration/clients/client-calendar.ts'
import { db } from '../../database/sql.ts'
import { inOrder, type Transaction } from '../../database/transaction.ts'
import { WAITS } from '../../orders/commands/replacements.ts'
import { type AddressRow, rowLackBits } from '../../orders/order-lacks.ts'
import { type ChangedReturn, saveReturns } from './save-returns.ts'

/** Who makes orders that no member of staff does. */
export const BY_RETURNS = 'Returns portal'

/**
 * Makes the order that replaces the goods of a return whose exchange is to be made: the same SKUs to the same address, suspended
 * until they are received. The return is held by the caller, and saved by this.
 */
export async function makeExchange(
  transaction: Transaction,
  { client, by, now }: { client: string; by: string; now: Date },
  of: AnnouncedReturn,
): Promise<void> {
  const pieces = replacedPieces(of.lines).map(({ lineNumber, came, coming }) => ({
    lineNumber,
    quantity: came + coming,
  }))
  const exchangeOrder = `${of.reference}-X`
  const [daysOff, address] = await Promise.all([
    clientDaysOff(transaction, client),
    addressOf(transaction, { client, orderNumber: of.orderNumber }),
  ])
  const day = despatchDay(undefined, now, daysOff)
  const exchange = exchangeAfter('waiting', { isInReview: false, lines: of.lines })
  const change: ChangedReturn = {
    to: { ...of, exchangeOrder, exchange },
    steps: [{ step: 'exchange_made', at: now, by, reason: `Order ${exchangeOrder}`, pieces }],
  }
  const note = `Replaces what comes back of order ${of.orderNumber} with return ${of.reference}`
  const made = {
    client,
    orderNumber: of.orderNumber,
    exchangeOrder,
    by: by || BY_RETURNS,
    now,
    day,
    note,
    // Its carrier is chosen when it is released.
    lacks: (address ? rowLackBits(address) : 0) | CARRIER_LACK,
  }
  await inOrder([
    ...insertOrder(transaction, made, pieces),
    saveReturns(transaction, { client, now, source: 'portal' }, [change]),
  ])
}

/** Where an order goes; undefined where the client has no such order. */
const addressOf = (transaction: Transaction, { client, orderNumber }: { client: string; orderNumber: string }) =>
  transaction.row<AddressRow>(
    db
      .selectFrom('orders')
      .select([
        'customer_first_name',
        'customer_last_name',
        'country',
        'address_line_1',
        'address_line_2',
        'address_line_3',
        'address_line_4',
        'post_code',
      ])
      .where('client_code', '=', client)
      .where('order_number', '=', orderNumber),
  )

type Made = {
  client: string
  orderNumber: string
  exchangeOrder: string
  by: string
  now: Date
  day: Day
  note: string
  /** What the order lacks but for its goods, as bits. */
  lacks: number
}

function insertOrder(
  transaction: Transaction,
  { client, orderNumber, exchangeOrder, by, now, day, note, lacks }: Made,
  pieces: readonly { lineNumber: number; quantity: number }[],
): Promise<unknown>[] {
  const replaced = sql`
    order_lines l join jsonb_to_recordset(${JSON.stringify(pieces)}::jsonb) as n ("lineNumber" int, quantity int)
      on l.client_code = ${client} and l.order_number = ${orderNumber} and l.line_number = n."lineNumber" and n.quantity > 0`
  return [
    transaction.write(
      sql`
        insert into orders (client_code, order_number, status, source, ordered_at, dispatch_service, despatch_date,
          customer_account, customer_first_name, customer_last_name, email, phone, country, address_line_1, address_line_2,
          address_line_3, address_line_4, post_code, quantity, item_count, total_value, currency_code, created_at, created_by,
          suspended_for, lacks)
        select client_code, ${exchangeOrder}, 'S', 'portal', ${now}, 'STANDARD', ${day}, customer_account,
          customer_first_name, customer_last_name, email, phone, country, address_line_1, address_line_2, address_line_3,
          address_line_4, post_code, s.quantity, s.lines, s.value, currency_code, ${now}, ${by}, ${WAITS},
          s.lacks | ${lacks}::int
        from orders cross join (
          select sum(n.quantity)::int as quantity, count(*)::int as lines, sum(round(l.unit_value * n.quantity, 2)) as value,
            coalesce(bit_or(goods_lacks(l.client_code, l.sku_code)), 0) as lacks
          from ${replaced}
        ) s
        where client_code = ${client} and order_number = ${orderNumber}`.compile(db),
    ),
    transaction.write(
      sql`
        insert into order_lines (client_code, order_number, line_number, sku_code, quantity, unit_value, total_value)
        select l.client_code, ${exchangeOrder}, row_number() over (order by l.line_number), l.sku_code, n.quantity,
          l.unit_value, round(l.unit_value * n.quantity, 2)
        from ${replaced}`.compile(db),
    ),
    transaction.write(
      db.insertInto('order_history').values({
        client_code: client,
        order_number: exchangeOrder,
        version: 1,
        at: now,
        by_name: by || BY_RETURNS,
        act: 'Created',
        status: 'S',
        note,
      }),
    ),
  ]
}
