import { type Act, masked } from '@despatch/domain/administration/user-activity/acts'
import { COMMAND_DONE } from '@despatch/domain/orders/commands/command-text'
import { sql } from 'kysely'
import { withTrial } from '../../routing/allocation/try-allocation.ts'
import type { StreamingContext } from '../../http/context.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { inClient } from '../../database/in-client.ts'
import { refuseChangedCaller } from '../../http/authentication/open-session.ts'
import { actOnOrders, type CommandInput, type JudgedOrder } from './act-on-orders.ts'

/**
 * Executes a command for a piece of a client's orders in one transaction and writes their receipts. Orders that have a
 * receipt already, or no longer match the filter, are skipped. Returns the number of receipts written.
 */
export function executePiece(
  context: StreamingContext,
  command: CommandInput,
  client: string,
  orderNumbers: readonly string[],
): Promise<number> {
  const { database, caller, now, services } = context
  return withTrial((isCapacityHeld) =>
    inClient(database, client, async (transaction) => {
      const on = { transaction, client, now, byName: caller.username, books: services.books, isCapacityHeld }
      const judged = await actOnOrders(on, command, orderNumbers, {
        checkCaller: () => refuseChangedCaller(transaction, caller),
        write: (all) => [
          writeReceipts(transaction, context, command, client, all),
          auditPiece(transaction, context, command, client, all),
        ],
      })
      return judged.length
    }),
  )
}

async function writeReceipts(
  transaction: Transaction,
  { caller, now }: StreamingContext,
  { action, commandId }: CommandInput,
  client: string,
  judged: readonly JudgedOrder[],
): Promise<void> {
  const rows = judged.map(({ orderNumber, message, change, shortOf = [] }) => ({
    order_number: orderNumber,
    outcome: change ? 'done' : 'refused',
    message,
    short_of: shortOf,
    status_before: change?.order.status ?? null,
    suspended_for_before: change?.order.suspended_for ?? null,
    version_after: change ? change.order.version + 1 : null,
  }))
  // A command sent twice at once can reach the same order only if there is no order to lock.
  await transaction.write(
    sql`insert into order_receipts (client_code, command_id, user_id, at, action, order_number, outcome, message, short_of,
        status_before, suspended_for_before, version_after)
      select ${client}, ${commandId}, ${caller.userId}, ${now}, ${action}, r.*
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (order_number text, outcome text, message text, short_of text[],
        status_before text, suspended_for_before text, version_after int)
      on conflict do nothing`.compile(db),
  )
}

/** Audited per piece, in the same transaction, so that an interrupted command loses no audit rows. */
async function auditPiece(
  transaction: Transaction,
  context: StreamingContext,
  { action, commandId, reason, note }: CommandInput,
  client: string,
  judged: readonly JudgedOrder[],
): Promise<void> {
  const act = `order.${COMMAND_DONE[action]}` as const satisfies Act
  const done = judged.filter(({ change }) => change).length
  context.audited.push(act)
  await writeAudit(transaction, {
    context,
    clientCode: client,
    userId: context.caller.userId,
    byName: context.caller.username,
    act,
    object: judged.length === 1 ? `order ${judged[0]?.orderNumber}` : `${judged.length} orders`,
    after: {
      command: commandId,
      done,
      refused: judged.length - done,
      ...(reason && { reason }),
      ...(note && { note: masked(note) }),
    },
  })
}
