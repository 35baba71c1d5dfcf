import { type Hold, type Usage, usageKey } from '@despatch/domain/routing/allocation/consignment'
import type { StoredChoice } from '@despatch/domain/routing/allocation/by-hand'
import type { RatedOrder } from '@despatch/contract/routing/allocation/rate-again'
import type { OrderRouting } from '@despatch/contract/orders/order-routing'
import { dayOf, formatDayShort } from '@despatch/domain/calendar/day'
import { noDataAvailable } from '@despatch/domain/feedback/search-messages'
import { moneyText, parseMoney } from '@despatch/domain/money/money'
import { recalculateDespatchDay } from '@despatch/domain/orders/amend/recalculate-despatch-day'
import { whyCarrierStays } from '@despatch/domain/orders/order-status'
import { isSameJson } from '@despatch/domain/text/same-json'
import { audit } from '../../../audit/write-audit.ts'
import { inClient } from '../../../database/in-client.ts'
import { findStoredOrderNumber } from '../../../database/stored-names.ts'
import { db } from '../../../database/sql.ts'
import { refuseChangedCaller } from '../../../http/authentication/open-session.ts'
import type { Context, StreamingContext } from '../../../http/context.ts'
import { AppError } from '../../../process/app-error.ts'
import { writeOrderVersion } from '../../order-version.ts'
import { presentRouting } from '../allocate-orders.ts'
import type { DecidedConsignment } from '../decide-consignment.ts'
import { decideOrders } from '../decide-orders.ts'
import { loadAllocationInputs, type LockedOrder, lockOrders } from '../orders-to-allocate.ts'
import { reallocate } from '../reallocate.ts'
import { presentCurrentRouting, loadCurrentConsignments, type CurrentConsignmentRow } from '../current-routing.ts'
import { subtractUsage } from '../current-consignment.ts'

type Side = NonNullable<RatedOrder['now']>
type OrderKey = { readonly clientCode: string; readonly orderNumber: string }

/** Parcels that earlier orders of the preview add to or take from the usage, by {@link usageKey}. */
export type UsageChanges = Map<string, number>

/**
 * Shows what an order would go with now beside its current method, or why it cannot be rated. Writes nothing. `moved`
 * has the changes of the client's earlier orders in the preview; this order's changes are added to it.
 */
export async function previewRating(
  context: Context,
  { clientCode, orderNumber }: OrderKey,
  moved: UsageChanges = new Map(),
): Promise<RatedOrder> {
  const none = { clientCode, orderNumber, reason: '', version: 0, kept: null, now: null }
  try {
    if (!context.clients.includes(clientCode)) throw new AppError('not_found', noDataAvailable(orderNumber))
    const at = { ...context, client: clientCode }
    const { held, version, inputs } = await readOrder(at, orderNumber, { isOnlyRead: true })
    const standing = await loadCurrentConsignments(at, held.orderNumber)
    const routing = await presentCurrentRouting(at, standing)
    const ids = standing.flatMap(({ client_method_id }) => client_method_id ?? [])
    const kept = ids.length > 0 ? sideOf(routing, ids) : null
    const usage = subtractUsage(applyUsageChanges(inputs.usage, moved), standing)
    const { decided, takes } = decideOrders({ ...inputs, usage }, [held])
    const now = decidedSide(decided)
    const whole = { ...none, orderNumber: held.orderNumber, version, kept }
    if (!now) return { ...whole, outcome: 'refused', reason: presentRouting(decided).exception ?? '' }
    // An order that has a consignment without a carrier changes even if the other consignments stay the same.
    if (routing.exception === null && isSameWay(kept, now)) return { ...whole, outcome: 'same', now }
    for (const { carrier, despatch_day, parcels } of standing)
      if (carrier !== null) move(moved, usageKey(carrier, despatch_day), -parcels)
    for (const { carrier, day, parcels } of takes) move(moved, usageKey(carrier, day), parcels)
    return { ...whole, outcome: 'changes', now }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ...none, outcome: 'refused', reason: error.message }
  }
}

const move = (moved: UsageChanges, key: string, parcels: number) => moved.set(key, (moved.get(key) ?? 0) + parcels)

function applyUsageChanges(usage: Usage, moved: UsageChanges): Usage {
  if (moved.size === 0) return usage
  const now = new Map(usage)
  for (const [key, parcels] of moved) now.set(key, Math.max((now.get(key) ?? 0) + parcels, 0))
  return now
}

type AcceptedRating = {
  readonly version: number
  /** The methods and cost that the user accepted. */
  readonly looked: Pick<Side, 'methods' | 'cost'>
  readonly commandId: string
}

/**
 * Allocates an order again in a transaction of its own, with a receipt for undoing it. Returns the order's new methods
 * for people. Throws an AppError if the order changed since the preview or would now go with another method.
 */
export function rateOrder(
  context: StreamingContext,
  { clientCode: client, orderNumber }: OrderKey,
  { version: known, looked, commandId }: AcceptedRating,
): Promise<string> {
  const { database, caller, now } = context
  if (!context.clients.includes(client)) throw new AppError('not_found', noDataAvailable(orderNumber))
  return inClient(database, client, async (transaction) => {
    await refuseChangedCaller(transaction, caller)
    const at: Context = { ...context, transaction, client, clients: [client] }
    const { held, version, inputs } = await readOrder(at, orderNumber)
    if (version !== known)
      throw new AppError('version_conflict', `Order ${orderNumber} has changed since. Check it again.`)
    const standing = await loadCurrentConsignments(at, held.orderNumber)
    const was = await presentCurrentRouting(at, standing)
    await saveRating(at, held, { version: version + 1, was })
    await saveRatingReceipt(at, held, { version: version + 1, commandId, standing })
    const check = (decided: readonly DecidedConsignment[]) => {
      const side = decidedSide(decided)
      if (!side || !isSameWay(side, looked))
        throw new AppError('version_conflict', `Order ${orderNumber} would now get another carrier. Check it again.`)
    }
    const on = { transaction, client, now, byName: caller.username }
    return decidedSide(await reallocate(on, held, inputs, { isAllocatedAgain: true, check }))?.text ?? ''
  })
}

/** Reads an order whose carrier may still change, with the inputs for deciding. Throws an AppError if it may not. */
async function readOrder(context: Context, orderNumber: string, { isOnlyRead = false } = {}) {
  const { transaction, client, now, services } = context
  const name = await findStoredOrderNumber(transaction, [client], orderNumber)
  const [held] = await lockOrders(transaction, client, [name], { isOnlyRead })
  if (!held) throw new AppError('not_found', noDataAvailable(orderNumber))
  const refuse = (why: string) => new AppError('version_conflict', `Order ${orderNumber} ${why}.`)
  const stays = whyCarrierStays(held.status)
  if (stays) throw refuse(stays)
  const inputs = await loadAllocationInputs({ transaction, client, now, books: services.books }, [held])
  if (recalculateDespatchDay(held.service, held.despatchDay, dayOf(now), inputs.daysOff) !== held.despatchDay)
    throw refuse(`has passed its despatch date, ${formatDayShort(held.despatchDay)}. Choose another first`)
  const order = await transaction.row(
    db.selectFrom('orders').select('version').where('client_code', '=', client).where('order_number', '=', name),
  )
  return { held, version: order?.version ?? 0, inputs }
}

/** Writes the order's next version with its history and audit row. Other methods and prices stay in the decisions. */
async function saveRating(
  context: Context,
  { orderNumber, status, attempt }: LockedOrder,
  { version, was }: { version: number; was: OrderRouting },
): Promise<void> {
  const { transaction, client, now, caller } = context
  const by = { transaction, client, now, byName: caller.username }
  await writeOrderVersion(by, { orderNumber, version, status, act: 'Rated again' })
  await audit(context, {
    clientCode: client,
    act: 'order.allocated',
    object: `order ${orderNumber}`,
    before: { carriers: was.consignments.map(({ carrier }) => carrier) },
    after: { attempt, version },
  })
}

function sideOf({ consignments, exception }: OrderRouting, methods: string[]): Side {
  const cost = consignments.reduce((sum, one) => sum + parseMoney(one.cost ?? '0'), 0n)
  const texts = consignments.map(({ carrierName, methodDescription }) => `${carrierName}: ${methodDescription}`)
  const text = exception === null ? texts.join(', ') : `${texts.join(', ')}, and no carrier for the rest`
  return { text, methods, cost: moneyText(cost) }
}

/** The decision as a side of the comparison; null if a consignment has no carrier. */
function decidedSide(decided: readonly DecidedConsignment[]): Side | null {
  const ids = decided.flatMap(({ chosen }) => chosen?.method.clientMethodID ?? [])
  return ids.length === decided.length && ids.length > 0 ? sideOf(presentRouting(decided), ids) : null
}

const isSameWay = (one: Pick<Side, 'methods' | 'cost'> | null, other: Pick<Side, 'methods' | 'cost'>) =>
  one !== null && isSameJson(one.methods, other.methods) && one.cost === other.cost

/** The consignments' methods before a rating, which undoing it restores. */
export type BeforeRating = {
  readonly consignments: readonly {
    readonly number: number
    /** The choice by hand that applied. */
    readonly choice: StoredChoice | null
    /** What fixed routing held it to; missing in receipts of ratings. */
    readonly heldTo?: Hold | null
    /** null if it had no carrier. */
    readonly clientMethodID: string | null
  }[]
}

type RatingReceipt = {
  readonly version: number
  readonly commandId: string
  readonly standing: readonly CurrentConsignmentRow[]
}

/** Writes the receipt of a rating with the state that undoing it restores. */
async function saveRatingReceipt(
  { transaction, client, now, caller }: Context,
  { orderNumber, status }: LockedOrder,
  { version, commandId, standing }: RatingReceipt,
): Promise<void> {
  const before: BeforeRating = {
    consignments: standing.map(({ number, by_hand, client_method_id }) => ({
      number,
      choice: by_hand?.ended === undefined ? by_hand : null,
      clientMethodID: client_method_id,
    })),
  }
  await transaction.write(
    db.insertInto('order_receipts').values({
      client_code: client,
      order_number: orderNumber,
      command_id: commandId,
      user_id: caller.userId,
      at: now,
      action: 'rate-again',
      outcome: 'done',
      message: `Order ${orderNumber} has been re-allocated.`,
      status_before: status,
      suspended_for_before: null,
      version_after: version,
      undone_at: null,
      before: JSON.stringify(before),
    }),
  )
}
