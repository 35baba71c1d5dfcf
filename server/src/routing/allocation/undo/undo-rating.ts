import type { KeptChoice } from '@despatch/domain/routing/allocation/by-hand'
import { methodText } from '@despatch/domain/routing/allocation/telling'
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
import type { Allocating } from '../allocate-orders.ts'
import { judgeChoice } from '../choose-carrier.ts'
import { decideOne } from '../decide-orders.ts'
import { holdOrders } from '../orders-to-allocate.ts'
import type { RatedFrom } from '../rate-order.ts'
import { redecide, type StandingConsignment, standingConsignment, usageBeside } from '../standing-consignment.ts'

type UndoneCommand = { commandId: string; client: string; orderNumbers: readonly string[] }
type Kept = { orderNumber: string; message: string }
type Asked = { readonly commandId: string; readonly client: string; readonly orderNumber: string }

const REASON = 'Rating again was undone'
const HAD_NONE = 'It had no carrier before, and keeps the one that it was given'
const SPLIT_SINCE = 'It travels in other consignments than before: choose their carriers by hand'
const SAME_METHODS = 'It goes with the same service as before: its price alone was worked out again'

/**
 * Undoes a rating, each order in a transaction of its own and as a whole: every consignment goes with what carried it before.
 * Where allocation would choose otherwise now, that stands as a choice by hand, so that Why? and what-ifs say the same as the
 * record. Gives the orders that stay as they are, with the reason; one that is undone already is none.
 */
export async function undoRating(context: StreamingContext, { orderNumbers, ...of }: UndoneCommand): Promise<Kept[]> {
  const kept: Kept[] = []
  for (const orderNumber of orderNumbers) {
    const why = await retryOnDeadlock(() => undoOne(context, { ...of, orderNumber })).catch((error: unknown) => {
      if (error instanceof AppError && error.code !== 'unauthorized_access') return error.message.replace(/\.$/u, '')
      throw error
    })
    if (why !== undefined) kept.push({ orderNumber, message: why })
  }
  return kept
}

/** Gives why the order stays as it is; undefined where it does not, or is undone already. */
function undoOne(context: StreamingContext, asked: Asked): Promise<string | undefined> {
  const { database, caller, now, services } = context
  const { client, orderNumber } = asked
  return inClient(database, client, async (transaction) => {
    // Asked behind the lock: two who undo the same at once do not both find it.
    const [, receipt] = await inOrder([
      holdOrders(transaction, client, [orderNumber]),
      receiptOf(transaction, asked),
      refuseChangedCaller(transaction, caller),
    ])
    if (!receipt) return undefined
    const { version, version_after, before } = receipt
    if (version !== version_after) return CHANGED_SINCE
    if (before.consignments.some(({ clientMethodID }) => clientMethodID === null)) return HAD_NONE
    const on = { transaction, client, now, byName: caller.username }
    const standing: StandingConsignment[] = []
    for (const { number } of before.consignments)
      standing.push(await standingConsignment({ ...on, books: services.books }, { orderNumber, number }))
    const [first] = standing
    if (!first || first.of !== standing.length) return SPLIT_SINCE
    const back = before.consignments.flatMap((was, at) => {
      const one = standing[at]
      return one && one.clientMethodID !== was.clientMethodID ? [{ was, one }] : []
    })
    if (back.length === 0) return SAME_METHODS
    await keepUndone(transaction, context, asked, first)
    const methods: string[] = []
    for (const { was, one } of back) methods.push(await goBack(context, on, { was, one }))
    await markUndone(transaction, asked, {
      now,
      message: `Order ${orderNumber} goes with ${methods.join(' and ')} again.`,
    })
    return undefined
  })
}

type Receipt = { version: number; version_after: number; before: RatedFrom }

function receiptOf(transaction: Transaction, { commandId, client, orderNumber }: Asked): Promise<Receipt | undefined> {
  return transaction.row(
    sql<Receipt>`select o.version, r.version_after, r.before from order_receipts r
      join orders o on o.client_code = r.client_code and o.order_number = r.order_number
      where r.client_code = ${client} and r.command_id = ${commandId} and r.order_number = ${orderNumber}
        and r.undone_at is null`.compile(db),
  )
}

type Back = {
  readonly was: RatedFrom['consignments'][number]
  readonly one: StandingConsignment
}

/** Decides for what carried a consignment before, and gives it in words. Throws an AppError where that may not carry it now. */
async function goBack(context: StreamingContext, on: Allocating, { was, one }: Back): Promise<string> {
  const choice = was.choice ?? (await choiceOf(context, on, { was, one }))
  const { chosen, byHand } = await redecide(on, one, choice)
  if (byHand?.ended !== undefined) throw new AppError('unprocessable', byHand.ended)
  if (chosen?.method.clientMethodID !== was.clientMethodID)
    throw new AppError('unprocessable', `What carried order ${one.orderNumber} before may not carry it now.`)
  return methodText({ ...chosen.method, carrierName: chosen.carrierName })
}

/** The choice by hand that the method before takes; null where allocation would choose it by itself now. */
async function choiceOf(
  context: StreamingContext,
  on: Allocating,
  { was: { clientMethodID }, one }: Back,
): Promise<KeptChoice | null> {
  const usage = await usageBeside(on, one)
  const free = decideOne(one.compiled, { orderNumber: one.orderNumber, attempt: one.nextAttempt }, one, usage)
  if (free.chosen?.method.clientMethodID === clientMethodID) return null
  const at = { ...context, client: on.client }
  return judgeChoice(at, { clientMethodID, reason: REASON, usage, standing: one, isEligibleOnly: true })
}

/** The order's next version, with its history and the audit. */
async function keepUndone(
  transaction: Transaction,
  context: StreamingContext,
  { commandId, client }: Asked,
  { orderNumber, status, version: was, consignment }: StandingConsignment,
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
  { commandId, client, orderNumber }: Asked,
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
