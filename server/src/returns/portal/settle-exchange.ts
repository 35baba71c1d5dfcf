import { randomUUID } from 'node:crypto'
import { dayOf } from '@despatch/domain/calendar/day'
import { type AnnouncedReturn, withRefundDue } from '@despatch/domain/returns/portal/announced-return'
import { SHORT_ACTS } from '@despatch/domain/orders/commands/sent-short'
import { GOODS_LACKS } from '@despatch/domain/orders/needs-attention'
import {
  type Exchange,
  nextExchangeState,
  type ExchangeStep,
  replacedPieces,
  assignReplacements,
} from '@despatch/domain/returns/portal/exchange'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import { inOrder, type Transaction } from '../../database/transaction.ts'
import { actOnOrders, type JudgedOrder } from '../../orders/commands/act-on-orders.ts'
import { changeOrders } from '../../orders/commands/change-orders.ts'
import type { TrialContext } from '../../routing/allocation/try-allocation.ts'
import { makeExchange } from './make-exchange.ts'
import { saveReturns } from './save-returns.ts'

/**
 * Settles the exchange of a locked return: creates the replacement order, releases it with the goods that came back, or
 * cancels it. An order that cannot be delivered stays suspended, with the reason in its history. If staff released or
 * cancelled it themselves, the return records that.
 *
 * @throws CapacityTaken like a release does: see `withTrial`
 */
export async function settleExchange(on: TrialContext, locked: AnnouncedReturn): Promise<void> {
  const { client, byName: by, now } = on
  if (locked.exchange === 'make') await makeExchange(on.transaction, { client, by, now }, locked)
  if (locked.exchange === 'waiting' || locked.exchange === 'held') return recordStaffDecision(on, locked)
  if (locked.exchange !== 'release' && locked.exchange !== 'cancel') return
  // The order may wait again, if someone undid what settled it.
  const action = nextExchangeState(locked.exchange, { isInReview: false, lines: locked.lines })
  if (action !== 'release' && action !== 'cancel') return resetToWaiting(on, locked)
  if (action === 'release') await removeMissingGoods(on, locked)
  const { exchangeOrder } = locked
  const command = {
    action,
    commandId: randomUUID(),
    selection: { orders: [{ clientCode: client, orderNumber: exchangeOrder }], except: [] },
    reason: '',
    note: `${action === 'release' ? 'Received' : 'Nothing comes back'} with return ${locked.reference}`,
  }
  const [judged] = await actOnOrders(on, command, [exchangeOrder])
  if (!judged) return
  const exchange = outcomeOf(judged)
  if (exchange === 'held') await noteReasonHeld(on, locked, judged)
  const because = exchange === 'held' ? `: ${judged.message}` : ''
  await saveSettled(on, locked, { exchange, by, reason: `Order ${exchangeOrder}${because}` })
}

/** Saves the exchange state and the number of replaced pieces: returned pieces beyond those are owed a refund. */
async function saveSettled(
  { transaction, client, now }: TrialContext,
  locked: AnnouncedReturn,
  { exchange, by, reason }: { exchange: Settled; by: string; reason: string },
): Promise<void> {
  const sent =
    exchange === 'released'
      ? await loadReplacedPieces(transaction, client, locked.exchangeOrder)
      : new Map<string, number>()
  const lines = assignReplacements(locked.lines, sent)
  await saveReturns(transaction, { client, now, source: 'portal' }, [
    {
      to: withRefundDue({ ...locked, exchange, lines }, dayOf(now)),
      steps: [{ step: STEPS[exchange], at: now, by, reason, pieces: [] }],
    },
  ])
}

/**
 * Pieces of each SKU that a replacement delivers. For an order closed short, only sent pieces count; a kit counts if
 * all its boxes were sent.
 */
async function loadReplacedPieces(
  transaction: Transaction,
  client: string,
  orderNumber: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await transaction.rows(
    sql<{ sku: string; pieces: number }>`
      with line as (
        select sku_code, sum(quantity)::int as pieces from order_lines
        where client_code = ${client} and order_number = ${orderNumber} group by 1
      ), unsent as (
        select u.sku_code, u.pieces from (
          select array_agg(${orderNumber}::text) as orders, array_agg(sku_code) as skus, array_agg(pieces) as quantities from line
        ) l cross join lateral unsent_pieces(${client}, l.orders, l.skus, l.quantities) u
        where ${SHORT_ACTS.close} = (
          select act from order_history
          where client_code = ${client} and order_number = ${orderNumber} and act = any (${Object.values(SHORT_ACTS)}::text[])
          order by version desc limit 1
        )
      )
      select l.sku_code as sku, l.pieces - coalesce((
        select max(ceil(u.pieces::numeric / coalesce(c.quantity, 1)))::int from unsent u
        left join sku_components c
          on c.client_code = ${client} and c.sku_code = l.sku_code and c.component_code = u.sku_code
        where u.sku_code = l.sku_code or c.sku_code is not null
      ), 0) as pieces
      from line l order by 1`.compile(db),
  )
  return new Map(rows.map(({ sku, pieces }) => [sku, pieces]))
}

/** Resets an exchange to waiting for the goods, as before it was settled. */
function resetToWaiting({ transaction, client, now }: TrialContext, locked: AnnouncedReturn): Promise<void> {
  const lines = assignReplacements(locked.lines, new Map())
  const to = withRefundDue({ ...locked, exchange: 'waiting', lines }, dayOf(now))
  return saveReturns(transaction, { client, now, source: 'portal' }, [{ to, steps: [] }])
}

/** Records that staff released or cancelled the replacement order; does nothing while it is suspended. */
async function recordStaffDecision(on: TrialContext, locked: AnnouncedReturn): Promise<void> {
  const { transaction, client } = on
  const order = await transaction.writeRow(
    db
      .selectFrom('orders')
      .select('status')
      .where('client_code', '=', client)
      .where('order_number', '=', locked.exchangeOrder)
      .forNoKeyUpdate(),
  )
  if (!order || order.status === 'S' || order.status === 'N') return
  const exchange = order.status === 'C' ? 'cancelled' : 'released'
  const reason = `Order ${locked.exchangeOrder} was ${exchange} in Order Management`
  await saveSettled(on, locked, { exchange, by: '', reason })
}

type Settled = Extract<Exchange, 'released' | 'cancelled' | 'held'>
const STEPS: Readonly<Record<Settled, ExchangeStep>> = {
  released: 'exchange_released',
  cancelled: 'exchange_cancelled',
  held: 'exchange_held',
}

function outcomeOf({ order, change }: JudgedOrder): Settled {
  const status = change?.status ?? order?.status ?? 'C'
  if (status === 'C') return 'cancelled'
  return status === 'S' || status === 'N' ? 'held' : 'released'
}

/** Notes in the order's history why it still waits. */
async function noteReasonHeld(
  { transaction, client, now, byName }: TrialContext,
  { reference }: AnnouncedReturn,
  { order, message }: JudgedOrder,
): Promise<void> {
  if (order?.status !== 'S') return
  await changeOrders(transaction, { client, at: now, byName }, 'Suspended', [
    {
      order,
      status: 'S',
      suspendedFor: 'Other',
      despatchDay: order.despatch_date,
      note: `Return ${reference} was received. ${message}`,
    },
  ])
}

/** Removes goods that did not come back from the replacement order, unless someone has amended its lines. */
async function removeMissingGoods(
  { transaction, client, now, byName }: TrialContext,
  { lines, exchangeOrder, orderNumber }: AnnouncedReturn,
): Promise<void> {
  const pieces = replacedPieces(lines)
  const order = await transaction.writeRow(
    sql<{ quantity: number; version: number; status: string; is_amended: boolean }>`
      select quantity, version, status, (
        select count(*) filter (where h.act = 'Amended') > count(*) filter (where h.act = 'Amendment undone') from order_history h
        where h.client_code = o.client_code and h.order_number = o.order_number
          and (h.changes ? 'items' or starts_with(h.note, 'Orders feed:'))
      ) as is_amended
      from orders o
      where client_code = ${client} and order_number = ${exchangeOrder} for no key update`.compile(db),
  )
  const came = pieces.reduce((sum, one) => sum + one.came, 0)
  if (!order || order.is_amended || order.status !== 'S' || order.quantity <= came) return
  const key = sql`client_code = ${client} and order_number = ${exchangeOrder}`
  await inOrder([
    transaction.write(sql`delete from order_lines where ${key}`.compile(db)),
    transaction.write(
      sql`
        insert into order_lines (client_code, order_number, line_number, sku_code, quantity, unit_value, total_value)
        select l.client_code, ${exchangeOrder}, row_number() over (order by l.line_number), l.sku_code, n.came, l.unit_value,
          round(l.unit_value * n.came, 2)
        from order_lines l join jsonb_to_recordset(${JSON.stringify(pieces)}::jsonb) as n ("lineNumber" int, came int)
          on l.client_code = ${client} and l.order_number = ${orderNumber} and l.line_number = n."lineNumber" and n.came > 0`.compile(
        db,
      ),
    ),
    transaction.write(
      sql`
        update orders set version = version + 1, (quantity, item_count, total_value) = (
          select sum(quantity)::int, count(*)::int, sum(total_value) from order_lines where ${key}
        ), lacks = (lacks & ~${sql.lit(GOODS_LACKS)}) | order_goods_lacks(${client}, ${exchangeOrder})
        where ${key}`.compile(db),
    ),
    transaction.write(
      db.insertInto('order_history').values({
        client_code: client,
        order_number: exchangeOrder,
        version: order.version + 1,
        at: now,
        by_name: byName,
        act: 'Amended',
        status: 'S',
        note: `${came} of ${order.quantity} units came back`,
      }),
    ),
  ])
}
