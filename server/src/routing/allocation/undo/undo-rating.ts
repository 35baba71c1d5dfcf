import type { StoredChoice } from '@despatch/domain/routing/allocation/by-hand'
import { methodText } from '@despatch/domain/routing/allocation/decision-labels'
import { CHANGED_SINCE } from '@despatch/domain/orders/commands/command-text'
import { sql } from 'kysely'
import { writeAudit } from '../../../audit/write-audit.ts'
import { db } from '../../../database/sql.ts'
import { inClient } from '../../../database/in-client.ts'
import { retryOnDeadlock } from '../../../database/retry-on-deadlock.ts'
import { inOrder, type Transaction } from '../../../database/transaction.ts'
import { refuseChangedCaller } from '../../../http/authentication/open-session.ts'
import type { StreamingContext } from '../../../http/context.ts'
import { AppError } from '../../../process/app-error.ts'
import { writeOrderVersion } from '../../order-version.ts'
import type { AllocationContext } from '../allocate-orders.ts'
import { judgeChoice } from '../choose-carrier.ts'
import { decideConsignment } from '../decide-consignment.ts'
import { lockOrders } from '../orders-to-allocate.ts'
import type { BeforeRating } from '../rate-again/rate-order.ts'
import { decideAgain, type CurrentConsignment, loadCurrentConsignment, loadOtherUsage } from '../current-consignment.ts'

type UndoneCommand = { commandId: string; client: string; orderNumbers: readonly string[] }
type UnchangedOrder = { orderNumber: string; message: string }
type UndoneOrder = { readonly commandId: string; readonly client: string; readonly orderNumber: string }

const REASON = 'Rating again was undone'
const HAD_NONE = 'It had no carrier before, so it keeps the new one'
const SPLIT_SINCE = 'Its consignments have changed. Choose their carriers by hand'
const SAME_METHODS = 'Only its price changed, so there is nothing to undo'

/**
 * Undoes a rating, each order whole and in a transaction of its own: every consignment returns to its former method. If
 * allocation would choose another one now, the former method is recorded as a choice by hand, so that Why? and what-ifs
 * agree with the record. Returns the orders that stay as they are, with reasons; orders already undone are left out.
 */
export async function undoRating(
  context: StreamingContext,
  { orderNumbers, ...of }: UndoneCommand,
): Promise<UnchangedOrder[]> {
  const unchanged: UnchangedOrder[] = []
  for (const orderNumber of orderNumbers) {
    const why = await retryOnDeadlock(() => undoOne(context, { ...of, orderNumber })).catch((error: unknown) => {
      if (error instanceof AppError && error.code !== 'unauthorized_access') return error.message.replace(/\.$/u, '')
      throw error
    })
    if (why !== undefined) unchanged.push({ orderNumber, message: why })
  }
  return unchanged
}

/** Gives the reason why the order stays as it is; undefined if it was undone now or before. */
function undoOne(context: StreamingContext, undone: UndoneOrder): Promise<string | undefined> {
  const { database, caller, now, services } = context
  const { client, orderNumber } = undone
  return inClient(database, client, async (transaction) => {
    // Read after the lock, so that only one of two concurrent undos finds the receipt.
    const [, receipt] = await inOrder([
      lockOrders(transaction, client, [orderNumber]),
      loadReceipt(transaction, undone),
      refuseChangedCaller(transaction, caller),
    ])
    if (!receipt) return undefined
    const { version, version_after, before } = receipt
    if (version !== version_after) return CHANGED_SINCE
    if (before.consignments.some(({ clientMethodID }) => clientMethodID === null)) return HAD_NONE
    const on = { transaction, client, now, byName: caller.username }
    const standing: CurrentConsignment[] = []
    for (const { number } of before.consignments)
      standing.push(await loadCurrentConsignment({ ...on, books: services.books }, { orderNumber, number }))
    const [first] = standing
    if (!first || first.of !== standing.length) return SPLIT_SINCE
    const back = before.consignments.flatMap((was, at) => {
      const one = standing[at]
      return one && one.clientMethodID !== was.clientMethodID ? [{ was, one }] : []
    })
    if (back.length === 0) return SAME_METHODS
    await saveUndo(transaction, context, undone, first)
    const methods: string[] = []
    for (const { was, one } of back) methods.push(await restoreMethod(context, on, { was, one }))
    await markUndone(transaction, undone, {
      now,
      message: `Order ${orderNumber} ships with ${methods.join(' and ')} again.`,
    })
    return undefined
  })
}

type Receipt = { version: number; version_after: number; before: BeforeRating }

function loadReceipt(
  transaction: Transaction,
  { commandId, client, orderNumber }: UndoneOrder,
): Promise<Receipt | undefined> {
  return transaction.row(
    sql<Receipt>`select o.version, r.version_after, r.before from order_receipts r
      join orders o on o.client_code = r.client_code and o.order_number = r.order_number
      where r.client_code = ${client} and r.command_id = ${commandId} and r.order_number = ${orderNumber}
        and r.undone_at is null`.compile(db),
  )
}

type Restoration = {
  readonly was: BeforeRating['consignments'][number]
  readonly one: CurrentConsignment
}

/**
 * Returns a consignment to its former method and gives the method's name. Throws an AppError if it may not carry it
 * now.
 */
async function restoreMethod(
  context: StreamingContext,
  on: AllocationContext,
  { was, one }: Restoration,
): Promise<string> {
  const choice = was.choice ?? (await findChoice(context, on, { was, one }))
  const { chosen, byHand } = await decideAgain(on, one, choice)
  if (byHand?.ended !== undefined) throw new AppError('unprocessable', byHand.ended)
  if (chosen?.method.clientMethodID !== was.clientMethodID)
    throw new AppError('unprocessable', `The previous carrier can no longer take order ${one.orderNumber}.`)
  return methodText({ ...chosen.method, carrierName: chosen.carrierName })
}

/** The choice by hand that restores the former method; null if allocation would choose it anyway. */
async function findChoice(
  context: StreamingContext,
  on: AllocationContext,
  { was: { clientMethodID }, one }: Restoration,
): Promise<StoredChoice | null> {
  const usage = await loadOtherUsage(on, one)
  const free = decideConsignment(one.compiled, { orderNumber: one.orderNumber, attempt: one.nextAttempt }, one, usage)
  if (free.chosen?.method.clientMethodID === clientMethodID) return null
  const at = { ...context, client: on.client }
  return judgeChoice(at, { clientMethodID, reason: REASON, usage, standing: one, isEligibleOnly: true })
}

/** Writes the order's next version with its history and audit row. */
async function saveUndo(
  transaction: Transaction,
  context: StreamingContext,
  { commandId, client }: UndoneOrder,
  { orderNumber, status, version: was, consignment }: CurrentConsignment,
): Promise<void> {
  const { caller, now } = context
  const version = was + 1
  context.audited.push('order.undone')
  await inOrder([
    writeOrderVersion(
      { transaction, client, now, byName: caller.username },
      { orderNumber, version, status, act: 'Rating again undone' },
      { despatch_date: consignment.despatchDay },
    ),
    writeAudit(transaction, {
      context,
      clientCode: client,
      userId: caller.userId,
      byName: caller.username,
      act: 'order.undone',
      object: `order ${orderNumber}`,
      after: { command: commandId, action: 'rate-again', done: 1, refused: 0, version },
    }),
  ])
}

async function markUndone(
  transaction: Transaction,
  { commandId, client, orderNumber }: UndoneOrder,
  { message, now }: { readonly message: string; readonly now: Date },
): Promise<void> {
  await transaction.write(
    db
      .updateTable('order_receipts')
      .set({ message, undone_at: now })
      .where('client_code', '=', client)
      .where('command_id', '=', commandId)
      .where('order_number', '=', orderNumber),
  )
}
