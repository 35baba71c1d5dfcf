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
import { actOnOrders, type CommandInput, type Judged } from './act-on-orders.ts'

/**
 * Does a command to some orders of a client, in one transaction: what may not be done is refused with words, and all that
 * have no receipt of the command get theirs. An order that has one is left as it is; one that matches the filter no more
 * is none of the command's. Gives how many receipts were written.
 */
export function executeBatch(
  context: StreamingContext,
  given: CommandInput,
  client: string,
  orderNumbers: readonly string[],
): Promise<number> {
  const { database, caller, now, services } = context
  return withTrial((isCapacityHeld) =>
    inClient(database, client, async (transaction) => {
      const on = { transaction, client, now, byName: caller.username, books: services.books, isCapacityHeld }
      const judged = await actOnOrders(on, given, orderNumbers, {
        hold: () => refuseChangedCaller(transaction, caller),
        write: (all) => [
          writeReceipts(transaction, context, given, client, all),
          auditPiece(transaction, context, given, client, all),
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
  judged: readonly Judged[],
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
  // The same command, sent twice at once, can come upon the same order only where there is none to hold.
  await transaction.write(
    sql`insert into order_receipts (client_code, command_id, user_id, at, action, order_number, outcome, message, short_of,
        status_before, suspended_for_before, version_after)
      select ${client}, ${commandId}, ${caller.userId}, ${now}, ${action}, r.*
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (order_number text, outcome text, message text, short_of text[],
        status_before text, suspended_for_before text, version_after int)
      on conflict do nothing`.compile(db),
  )
}

/** A piece is audited with what it does: a command of many pieces has a row of each, and none is lost if it breaks off. */
async function auditPiece(
  transaction: Transaction,
  context: StreamingContext,
  { action, commandId, reason, note }: CommandInput,
  client: string,
  judged: readonly Judged[],
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
