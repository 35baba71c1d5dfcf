import type { feeds as routes } from '@despatch/contract/feeds/feeds'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { blockingOrdersText, takenBackNote, whyNotTakenBack } from '@despatch/domain/feeds/runs/taking-back'
import { COMMAND_ACTS } from '@despatch/domain/orders/commands/command-text'
import { statusAfter } from '@despatch/domain/orders/order-status'
import { sql } from 'kysely'
import { writeAudit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Context } from '../../http/context.ts'
import { changeOrders, type CommandedOrder } from '../../orders/commands/change-orders.ts'
import { AppError } from '../../process/app-error.ts'
import { releaseCapacity } from '../../routing/allocation/release-capacity.ts'
import { runFacts, selectRunOrders } from './list-runs.ts'
import type { FeedRunTable } from '../../database/tables/delivery-tables.ts'
import type { Selectable } from 'kysely'

/** Orders changed by one statement. One transaction changes all of them. */
const PIECE = 500

type TakeBackInput = RouteChecked<typeof routes.takeBack>

/**
 * Takes a file of orders back: cancels all orders that it created, with their history, and releases their capacity and
 * stock.
 * @throws AppError (422) that names an order which is no longer New or is being released; then no order is cancelled
 */
export async function takeBackRun(
  context: Context,
  { params: { run }, body: { reason } }: TakeBackInput,
): Promise<RouteAnswer<typeof routes.takeBack>> {
  context.audited.push('feed.taken-back')
  const cancelled = await takeBack(context, { run, reason })
  const count = cancelled.toLocaleString('en-GB')
  const orders = cancelled === 1 ? '1 order is cancelled' : `${count} orders are cancelled`
  return { message: `Import undone: ${orders}. Import the file again to restore them.`, cancelled }
}

async function takeBack(context: Context, { run, reason }: { run: number; reason: string }): Promise<number> {
  const { transaction, client, now, caller } = context
  const held = await lockRun(transaction, client, run, now)
  const why = whyNotTakenBack({ ...held, isAllNew: true })
  if (why !== undefined) throw new AppError('unprocessable', why)
  // Wait for other changes of these orders before judging them.
  const orders = await transaction.rows(
    sql<CommandedOrder>`select order_number, status, version, dispatch_service, despatch_date, suspended_for, lacks
      from orders where client_code = ${client} and feed_run = ${run}
      order by order_number for no key update`.compile(db),
  )
  const inTheWay = orders.filter(({ status }) => status !== 'N')
  if (inTheWay.length > 0) {
    const named = inTheWay.map(({ order_number, status }) => ({ orderNumber: order_number, status }))
    throw new AppError('unprocessable', blockingOrdersText(named, orders.length))
  }
  const note = takenBackNote(held.fileName, reason)
  const changes = orders.map((order) => ({
    order,
    status: statusAfter(order.status, 'cancel'),
    suspendedFor: '',
    despatchDay: order.despatch_date,
    note,
  }))
  const by = { client, at: now, byName: caller.username }
  for (let at = 0; at < changes.length; at += PIECE)
    await changeOrders(transaction, by, COMMAND_ACTS.cancel, changes.slice(at, at + PIECE))
  await markTakenBack(transaction, by, run)
  await writeAudit(transaction, {
    context,
    clientCode: client,
    userId: caller.userId,
    byName: caller.username,
    act: 'feed.taken-back',
    object: `file ${held.fileName || run}`,
    after: { run, cancelled: orders.length, ...(reason && { reason }) },
  })
  // Lock capacity rows last: every order needs them.
  await releaseCapacity(transaction, { client, orderNumbers: orders.map((order) => order.order_number), at: now })
  return orders.length
}

/**
 * Locks a run, so that only one call takes it back.
 * @throws AppError (404) if there is none
 */
async function lockRun(transaction: Transaction, client: string, run: number, now: Date) {
  const row = await transaction.row(
    sql<Selectable<FeedRunTable>>`select * from feed_runs where client_code = ${client} and run_id = ${run}
      for no key update`.compile(db),
  )
  if (!row) throw new AppError('not_found', 'File not found.')
  const created = await transaction.row(
    sql<{ orders: number; is_all_new: boolean }>`${selectRunOrders(client, sql`${run}::bigint`)}`.compile(db),
  )
  return { ...runFacts({ ...row, orders: created?.orders ?? 0, is_all_new: true }, now), fileName: row.file_name }
}

async function markTakenBack(
  transaction: Transaction,
  { client, at, byName }: { client: string; at: Date; byName: string },
  run: number,
): Promise<void> {
  await transaction.write(
    db
      .updateTable('feed_runs')
      .set({ taken_back_at: at, taken_back_by: byName })
      .where('client_code', '=', client)
      .where('run_id', '=', run),
  )
}
