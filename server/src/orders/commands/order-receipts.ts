import type { OrderReceipt } from '@despatch/contract/orders/commands/order-commands'
import type { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

export type Receipt = OrderReceipt

/** As many as the answer of a command holds; the others are read a page at a time. */
export const MAX_ANSWERED = 1000

/** The receipts of a command of the caller's own, the refused ones first, a page at a time. */
export async function orderReceipts(
  { transaction, clients, caller }: Context,
  { params: { commandId }, query: { page, limit } }: RouteChecked<typeof routes.receipts>,
): Promise<RouteAnswer<typeof routes.receipts>> {
  const of = { clients, commandId, userId: caller.userId }
  const [{ done, refused, unchanged, short }, rows] = await Promise.all([
    countReceipts(transaction, of),
    readReceipts(transaction, of, { limit, offset: (page - 1) * limit }),
  ])
  return { rows, total: done + refused + unchanged, done, refused, unchanged, short }
}

/** How far a command of the caller's own has come; nothing of nothing for one that has not begun, or is not the caller's. */
export async function commandProgress(
  { transaction, caller }: Context,
  { params: { commandId } }: RouteChecked<typeof routes.commandProgress>,
): Promise<RouteAnswer<typeof routes.commandProgress>> {
  const row = await transaction.row(
    db
      .selectFrom('work_progress')
      .select(['done', 'total'])
      .where('run_id', '=', commandId)
      .where('user_id', '=', caller.userId),
  )
  return row ?? { done: 0, total: 0 }
}

/** Which receipts: of a command, for clients that row-level security lets through; of one user's, or of those that are undone. */
type Which = { clients: readonly string[]; commandId: string; userId?: number; isUndone?: boolean | undefined }

const isOf = ({ clients, commandId, userId, isUndone }: Which) => sql`
  client_code = any (${clients}::text[]) and command_id = ${commandId}
  ${userId === undefined ? sql`` : sql`and user_id = ${userId}`}
  ${isUndone === undefined ? sql`` : sql`and undone_at is ${isUndone ? sql`not null` : sql`null`}`}`

type Counted = { done: number; refused: number; unchanged: number; short: number }

/** How many orders a command was done to (of these, how many were short of stock), how many it refused, and left as they were. */
export async function countReceipts(transaction: Transaction, which: Which): Promise<Counted> {
  const counted = await transaction.row(
    sql<Counted>`select count(*) filter (where outcome = 'done') as done,
      count(*) filter (where outcome = 'refused') as refused, count(*) filter (where outcome = 'unchanged') as unchanged,
      count(*) filter (where short_of <> '{}') as short from order_receipts where ${isOf(which)}`.compile(db),
  )
  return counted ?? { done: 0, refused: 0, unchanged: 0, short: 0 }
}

/** Some receipts of a command, the refused ones first, then those that are short of stock. */
export async function readReceipts(
  transaction: Transaction,
  which: Which,
  { limit, offset }: { limit: number; offset: number },
): Promise<Receipt[]> {
  const rows = await transaction.rows(
    sql<{
      client_code: string
      order_number: string
      outcome: Receipt['outcome']
      message: string
      short_of: string[]
      undone_at: Date | null
    }>`select client_code, order_number, outcome, message, short_of, undone_at from order_receipts where ${isOf(which)}
      order by outcome = 'refused' desc, outcome = 'done' desc, short_of <> '{}' desc, client_code, order_number limit ${limit} offset ${offset}`.compile(
      db,
    ),
  )
  return rows.map((row) => ({
    clientCode: row.client_code,
    orderNumber: row.order_number,
    outcome: row.outcome,
    message: row.message,
    shortOf: row.short_of,
    undoneAt: row.undone_at?.toISOString() ?? null,
  }))
}
