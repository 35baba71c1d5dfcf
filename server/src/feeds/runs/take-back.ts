import type { feeds as routes } from '@despatch/contract/feeds/feeds'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { inTheWayText, takenBackNote, whyNotTakenBack } from '@despatch/domain/feeds/runs/taking-back'
import { COMMAND_ACTS } from '@despatch/domain/orders/commands/command-text'
import { statusAfter } from '@despatch/domain/orders/order-status'
import { sql } from 'kysely'
import { writeAudit } from '../../audit/write-audit.ts'
import { lookUpByKey } from '../../database/by-key.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Context } from '../../http/context.ts'
import { changeOrders, type CommandedOrder } from '../../orders/commands/change-orders.ts'
import { AppError } from '../../process/app-error.ts'
import { releaseCapacity } from '../../routing/allocation/release-capacity.ts'
import { fedRun, madeBy } from './list-runs.ts'
import type { FeedRunTable } from '../../database/tables/delivery-tables.ts'
import type { Selectable } from 'kysely'

/** Orders that one statement changes; all of them are changed in one transaction. */
const PIECE = 500

type Asked = RouteChecked<typeof routes.takeBack>

/**
 * Takes a file of orders back: cancels all orders that it made, with their history, and gives back their capacity and stock.
 * All or none: where one of them is no longer New, or is being released just now, an AppError (422) names it.
 */
export async function takeBackRun(
  context: Context,
  { params: { run }, body: { reason } }: Asked,
): Promise<RouteAnswer<typeof routes.takeBack>> {
  context.audited.push('feed.taken-back')
  await lookUpByKey(context.transaction)
  const cancelled = await takeBack(context, { run, reason })
  const count = cancelled.toLocaleString('en-GB')
  const orders = cancelled === 1 ? '1 order is cancelled' : `${count} orders are cancelled`
  return { message: `The file was taken back: ${orders}. Feed it again to bring them back.`, cancelled }
}

async function takeBack(context: Context, { run, reason }: { run: number; reason: string }): Promise<number> {
  const { transaction, client, now, caller } = context
  const kept = await holdRun(transaction, client, run, now)
  const why = whyNotTakenBack({ ...kept, isAllNew: true })
  if (why !== undefined) throw new AppError('unprocessable', why)
  // Anyone who is changing one of them is waited for; then it is as they left it.
  const orders = await transaction.rows(
    sql<CommandedOrder>`select order_number, status, version, dispatch_service, despatch_date, suspended_for, lacks
      from orders where client_code = ${client} and feed_run = ${run}
      order by order_number for no key update`.compile(db),
  )
  const inTheWay = orders.filter(({ status }) => status !== 'N')
  if (inTheWay.length > 0) {
    const named = inTheWay.map(({ order_number, status }) => ({ orderNumber: order_number, status }))
    throw new AppError('unprocessable', inTheWayText(named, orders.length))
  }
  const note = takenBackNote(kept.fileName, reason)
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
    object: `file ${kept.fileName || run}`,
    after: { run, cancelled: orders.length, ...(reason && { reason }) },
  })
  // The capacity of a day is what all orders wait for: it is asked for last.
  await releaseCapacity(transaction, { client, orderNumbers: orders.map((order) => order.order_number), at: now })
  return orders.length
}

/** Holds a run, so that it is taken back once. Throws an AppError (404) where there is none. */
async function holdRun(transaction: Transaction, client: string, run: number, now: Date) {
  const row = await transaction.row(
    sql<Selectable<FeedRunTable>>`select * from feed_runs where client_code = ${client} and run_id = ${run}
      for no key update`.compile(db),
  )
  if (!row) throw new AppError('not_found', 'There is no such file.')
  const made = await transaction.row(
    sql<{ orders: number; is_all_new: boolean }>`${madeBy(client, sql`${run}::bigint`)}`.compile(db),
  )
  return { ...fedRun({ ...row, orders: made?.orders ?? 0, is_all_new: true }, now), fileName: row.file_name }
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
