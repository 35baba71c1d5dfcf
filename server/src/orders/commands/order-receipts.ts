import type { OrderReceipt } from '@despatch/contract/orders/commands/order-commands'
import type { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

export type Receipt = OrderReceipt

/** A command's answer holds at most this many; the rest are read in pages. */
export const MAX_RECEIPTS = 1000

/** A page of receipts of the caller's command, refused orders first. */
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

/** Progress of the caller's command; 0 of 0 if it has not started or belongs to someone else. */
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

/** Receipts of a command, optionally of one user or by undo state. Row-level security limits the clients. */
type ReceiptFilter = { clients: readonly string[]; commandId: string; userId?: number; isUndone?: boolean | undefined }

const receiptConditions = ({ clients, commandId, userId, isUndone }: ReceiptFilter) => sql`
  client_code = any (${clients}::text[]) and command_id = ${commandId}
  ${userId === undefined ? sql`` : sql`and user_id = ${userId}`}
  ${isUndone === undefined ? sql`` : sql`and undone_at is ${isUndone ? sql`not null` : sql`null`}`}`

type ReceiptCounts = { done: number; refused: number; unchanged: number; short: number }

/** Counts the receipts of a command by outcome, and the done ones that are short of stock. */
export async function countReceipts(transaction: Transaction, which: ReceiptFilter): Promise<ReceiptCounts> {
  const counted = await transaction.row(
    sql<ReceiptCounts>`select count(*) filter (where outcome = 'done') as done,
      count(*) filter (where outcome = 'refused') as refused, count(*) filter (where outcome = 'unchanged') as unchanged,
      count(*) filter (where short_of <> '{}') as short from order_receipts where ${receiptConditions(which)}`.compile(
      db,
    ),
  )
  return counted ?? { done: 0, refused: 0, unchanged: 0, short: 0 }
}

/** Receipts of a command: refused orders first, then orders short of stock. */
export async function readReceipts(
  transaction: Transaction,
  which: ReceiptFilter,
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
    }>`select client_code, order_number, outcome, message, short_of, undone_at from order_receipts where ${receiptConditions(which)}
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
