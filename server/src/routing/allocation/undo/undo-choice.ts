import { CHANGED_SINCE } from '@despatch/domain/orders/commands/command-text'
import { methodText } from '@despatch/domain/routing/allocation/telling'
import { sql } from 'kysely'
import { writeAudit } from '../../../audit/write-audit.ts'
import { db } from '../../../database/sql.ts'
import { inClient } from '../../../database/in-client.ts'
import { inOrder, type Transaction } from '../../../database/transaction.ts'
import { refuseChangedCaller } from '../../../http/authentication/open-session.ts'
import type { StreamingContext } from '../../../http/context.ts'
import { AppError } from '../../../process/app-error.ts'
import { writeOrderVersion } from '../../order-version.ts'
import type { ChosenFrom } from '../choose-carrier.ts'
import { holdOrders } from '../orders-to-allocate.ts'
import { redecide, type StandingConsignment, standingConsignment } from '../standing-consignment.ts'

type UndoneCommand = { commandId: string; client: string; orderNumbers: readonly string[] }
type Kept = { orderNumber: string; message: string }

/**
 * Undoes a choice by hand in one transaction: the consignment goes by what it went by before, an earlier choice or allocation,
 * as the rules and the capacity are now. Gives the order that stays as it is, with the reason; one that is undone already is
 * none.
 */
export function undoChoice(context: StreamingContext, command: UndoneCommand): Promise<Kept[]> {
  const { database, caller, now, services } = context
  const { commandId, client } = command
  const [orderNumber = ''] = command.orderNumbers
  const keep = (message: string) => [{ orderNumber, message }]
  return inClient(database, client, async (transaction) => {
    // Asked behind the lock: two who undo the same at once do not both find it.
    const [, receipt] = await inOrder([
      holdOrders(transaction, client, [orderNumber]),
      transaction.row(
        sql<{ version_after: number; before: ChosenFrom }>`select version_after, before from order_receipts
          where client_code = ${client} and command_id = ${commandId} and order_number = ${orderNumber}
            and undone_at is null`.compile(db),
      ),
      refuseChangedCaller(transaction, caller),
    ])
    if (!receipt) return []
    const { number, choice, clientMethodID } = receipt.before
    const on = { transaction, client, now, byName: caller.username }
    const at = { ...on, books: services.books }
    const standing = await standingConsignment(at, { orderNumber, number }).catch((error: unknown) => {
      if (error instanceof AppError) return error.message.replace(/\.$/u, '')
      throw error
    })
    if (typeof standing === 'string') return keep(standing)
    if (standing.version !== receipt.version_after) return keep(CHANGED_SINCE)
    await keepUndone(transaction, context, command, standing)
    const { chosen, why } = await redecide(on, standing, choice)
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

/** The order's next version, with its history and the audit. */
async function keepUndone(
  transaction: Transaction,
  context: StreamingContext,
  { commandId, client }: UndoneCommand,
  standing: StandingConsignment,
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

type Now = Pick<Awaited<ReturnType<typeof redecide>>, 'chosen' | 'why'> & { readonly before: string | null }

/** What takes it now is said where that is not what took it before the choice. */
function undoneText({ orderNumber }: StandingConsignment, { before, chosen, why }: Now): string {
  const is = `Order ${orderNumber} is as it was before its carrier was chosen`
  if (!chosen) return `${is}: no carrier takes it. ${why}.`
  const { method, carrierName } = chosen
  return method.clientMethodID === before
    ? `${is}.`
    : `${is}, but that it goes with ${methodText({ ...method, carrierName })} now.`
}
