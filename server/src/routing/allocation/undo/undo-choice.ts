import { CHANGED_SINCE } from '@despatch/domain/orders/commands/command-text'
import { methodText } from '@despatch/domain/routing/allocation/decision-labels'
import { sql } from 'kysely'
import { writeAudit } from '../../../audit/write-audit.ts'
import { db } from '../../../database/sql.ts'
import { inClient } from '../../../database/in-client.ts'
import { inOrder, type Transaction } from '../../../database/transaction.ts'
import { refuseChangedCaller } from '../../../http/authentication/open-session.ts'
import type { StreamingContext } from '../../../http/context.ts'
import { AppError } from '../../../process/app-error.ts'
import { writeOrderVersion } from '../../order-version.ts'
import type { BeforeChoice } from '../choose-carrier.ts'
import { lockOrders } from '../orders-to-allocate.ts'
import { decideAgain, type CurrentConsignment, loadCurrentConsignment } from '../current-consignment.ts'

type UndoneCommand = { commandId: string; client: string; orderNumbers: readonly string[] }
type UnchangedOrder = { orderNumber: string; message: string }

/**
 * Undoes a choice by hand in one transaction: the consignment returns to its earlier choice or to allocation, under the
 * current rules and capacity. Returns the order with the reason if it stays as it is, and nothing if it is already
 * undone.
 */
export function undoChoice(context: StreamingContext, command: UndoneCommand): Promise<UnchangedOrder[]> {
  const { database, caller, now, services } = context
  const { commandId, client } = command
  const [orderNumber = ''] = command.orderNumbers
  const keep = (message: string) => [{ orderNumber, message }]
  return inClient(database, client, async (transaction) => {
    // Read after the lock, so that only one of two concurrent undos finds the receipt.
    const [, receipt] = await inOrder([
      lockOrders(transaction, client, [orderNumber]),
      transaction.row(
        sql<{ version_after: number; before: BeforeChoice }>`select version_after, before from order_receipts
          where client_code = ${client} and command_id = ${commandId} and order_number = ${orderNumber}
            and undone_at is null`.compile(db),
      ),
      refuseChangedCaller(transaction, caller),
    ])
    if (!receipt) return []
    const { number, choice, clientMethodID } = receipt.before
    const on = { transaction, client, now, byName: caller.username }
    const at = { ...on, books: services.books }
    const standing = await loadCurrentConsignment(at, { orderNumber, number }).catch((error: unknown) => {
      if (error instanceof AppError) return error.message.replace(/\.$/u, '')
      throw error
    })
    if (typeof standing === 'string') return keep(standing)
    if (standing.version !== receipt.version_after) return keep(CHANGED_SINCE)
    await saveUndo(transaction, context, command, standing)
    const { chosen, why } = await decideAgain(on, standing, choice)
    const message = undoneText(standing, { before: clientMethodID, chosen, why })
    await transaction.write(
      db
        .updateTable('order_receipts')
        .set({ message, undone_at: now })
        .where('client_code', '=', client)
        .where('command_id', '=', commandId)
        .where('order_number', '=', orderNumber),
    )
    return []
  })
}

/** Writes the order's next version with its history and audit row. */
async function saveUndo(
  transaction: Transaction,
  context: StreamingContext,
  { commandId, client }: UndoneCommand,
  standing: CurrentConsignment,
): Promise<void> {
  const { caller, now } = context
  const { orderNumber } = standing
  const version = standing.version + 1
  context.audited.push('order.undone')
  await inOrder([
    writeOrderVersion(
      { transaction, client, now, byName: caller.username },
      { orderNumber, version, status: standing.status, act: 'Choice of carrier undone' },
      { despatch_date: standing.consignment.despatchDay },
    ),
    writeAudit(transaction, {
      context,
      clientCode: client,
      userId: caller.userId,
      byName: caller.username,
      act: 'order.undone',
      object: `order ${orderNumber}`,
      after: { command: commandId, action: 'choose-carrier', done: 1, refused: 0, version },
    }),
  ])
}

type Now = Pick<Awaited<ReturnType<typeof decideAgain>>, 'chosen' | 'why'> & { readonly before: string | null }

/** Names the new method only if it differs from the one before the choice. */
function undoneText({ orderNumber }: CurrentConsignment, { before, chosen, why }: Now): string {
  const is = `Order ${orderNumber} is back to its state before the carrier was chosen`
  if (!chosen) return `${is}, but no carrier is available. ${why}.`
  const { method, carrierName } = chosen
  return method.clientMethodID === before
    ? `${is}.`
    : `${is}, but now ships with ${methodText({ ...method, carrierName })}.`
}
