import { sql } from 'kysely'
import { inClient } from '../../database/in-client.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { StreamingContext } from '../../http/context.ts'
import type { BeforeRating } from '../../routing/allocation/rate-again/rate-order.ts'
import { type MoveResult, movePiece, type OrderMove } from './move-piece.ts'

type UndoneCommand = { commandId: string; client: string; orderNumbers: readonly string[] }

/**
 * Undoes the moves of orders: each goes back to its former methods, whole and only if nobody has touched it since.
 * Returns the orders that stay as they are, with reasons.
 */
export async function undoMoves(
  context: StreamingContext,
  { commandId, client, orderNumbers }: UndoneCommand,
  { isExchange = false } = {},
): Promise<{ orderNumber: string; message: string }[]> {
  const wanted = await inClient(context.database, client, (transaction) =>
    loadFormer(transaction, { commandId, client, orderNumbers }),
  )
  const results = await movePiece(
    context,
    {
      action: 'undo',
      commandId,
      act: 'Move undone',
      note: '',
      ...(isExchange && { isExchange: true }),
      isToMove: () => true,
    },
    {
      client,
      wanted,
      keep: (transaction, all) => markUndone(transaction, { commandId, client, now: context.now }, all),
    },
  )
  return results.flatMap(({ orderNumber, message, moved }) => (moved ? [] : [{ orderNumber, message }]))
}

async function loadFormer(
  transaction: Transaction,
  { commandId, client, orderNumbers }: UndoneCommand,
): Promise<OrderMove[]> {
  const rows = await transaction.rows(
    sql<{ order_number: string; version_after: number; before: BeforeRating }>`
      select order_number, version_after, before from order_receipts
      where client_code = ${client} and command_id = ${commandId} and order_number = any (${orderNumbers}::text[])
        and undone_at is null
      order by order_number`.compile(db),
  )
  return rows.map(({ order_number, version_after, before: { consignments } }) => ({
    orderNumber: order_number,
    version: version_after,
    isOnlyIfExact: true,
    assigned: { methods: consignments.map(({ clientMethodID }) => clientMethodID), because: 'undone' },
    before: {
      consignments: consignments.length,
      choices: consignments.flatMap(({ choice, heldTo = null }) => (choice ? [{ heldTo, choice }] : [])),
    },
  }))
}

async function markUndone(
  transaction: Transaction,
  { commandId, client, now }: { commandId: string; client: string; now: Date },
  results: readonly MoveResult[],
): Promise<void> {
  const done = results.filter(({ moved }) => moved)
  if (done.length === 0) return
  await transaction.write(
    sql`update order_receipts r set undone_at = ${now}, message = d.message
      from unnest(${done.map(({ orderNumber }) => orderNumber)}::text[], ${done.map(({ message }) => message)}::text[])
        as d (order_number, message)
      where r.client_code = ${client} and r.command_id = ${commandId} and r.order_number = d.order_number`.compile(db),
  )
}
