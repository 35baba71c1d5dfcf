import { type Day, dayOf, formatDayShort } from '@despatch/domain/calendar/day'
import { noDataAvailable } from '@despatch/domain/feedback/search-messages'
import { recalculateDespatchDay } from '@despatch/domain/orders/amend/recalculate-despatch-day'
import { type OrderStatus, whyCarrierStays } from '@despatch/domain/orders/order-status'
import type { StoredChoice } from '@despatch/domain/routing/allocation/by-hand'
import { holdKey, addTakesToLaterDays, type Usage, usageKey } from '@despatch/domain/routing/allocation/consignment'
import type { PlannedConsignment } from '@despatch/domain/routing/allocation/plan-consignments'
import { clientDaysOff } from '../../administration/clients/client-calendar.ts'
import { findStoredOrderNumber } from '../../database/stored-names.ts'
import { db } from '../../database/sql.ts'
import { inOrder } from '../../database/transaction.ts'
import { AppError } from '../../process/app-error.ts'
import type { AllocationContext } from './allocate-orders.ts'
import type { RuleBookCache } from '../rule-book/rule-book-cache.ts'
import { loadUsage, withDayRules } from './allocation-inputs.ts'
import { lockCapacity } from './capacity-usage.ts'
import { type DecidedConsignment, decideConsignment } from './decide-consignment.ts'
import { planOrder, capacityTakeOf } from './decide-orders.ts'
import { saveDecisions } from './allocate-orders.ts'
import { loadAllocationInputs, type LockedOrder, lockOrders } from './orders-to-allocate.ts'
import { releaseCapacity } from './release-capacity.ts'
import type { CompiledBook } from '@despatch/domain/routing/rule-book/compile-book'

/** A current consignment of an order, with the plan that the order would have now. */
export type CurrentConsignment = {
  readonly orderNumber: string
  /** The order's version. */
  readonly version: number
  readonly status: OrderStatus
  readonly number: number
  readonly attempt: number
  /** The attempt number of the order's next decision. */
  readonly nextAttempt: number
  /** The number of current consignments of the order. */
  readonly of: number
  /** Capacity that the other consignments hold. */
  readonly beside: readonly { readonly carrier: string; readonly parcels: number }[]
  /** The consignment as planned now: the current order and rule book, on the next possible day. */
  readonly consignment: PlannedConsignment
  /** The current rule book. */
  readonly compiled: CompiledBook
  /** The day whose capacity it holds. */
  readonly despatchDay: Day
  /** Parcels that it holds on that day. */
  readonly parcels: number
  readonly carrier: string | null
  readonly clientMethodID: string | null
  /** A decimal text. */
  readonly cost: string | null
  readonly byHand: StoredChoice | null
}

type ConsignmentKey = { readonly orderNumber: string; readonly number: number }
type ReadContext = Pick<AllocationContext, 'transaction' | 'client' | 'now'> & { books: RuleBookCache }

/**
 * Reads a consignment and locks its order until the end of the transaction; `isOnlyRead` reads without locking. Throws
 * an AppError: 404 if the client does not have it; 422 if its carrier is final, or the order has no plan or would now
 * be split differently.
 */
export async function loadCurrentConsignment(
  { transaction, client, now, books }: ReadContext,
  wanted: ConsignmentKey,
  { isOnlyRead = false } = {},
): Promise<CurrentConsignment> {
  const orderNumber = await findStoredOrderNumber(transaction, [client], wanted.orderNumber)
  const ofOrder = { client_code: client, order_number: orderNumber }
  // Read after the lock, so that the values stay true until the commit.
  const [[held], orderRow, rows, daysOff] = await inOrder([
    lockOrders(transaction, client, [orderNumber], { isOnlyRead }),
    transaction.row(
      db
        .selectFrom('orders')
        .select('version')
        .where((is) => is.and(ofOrder)),
    ),
    transaction.rows(
      db
        .selectFrom('consignments')
        .select(['number', 'attempt', 'consignment', 'despatch_day', 'parcels'])
        .select(['carrier', 'client_method_id', 'cost', 'by_hand'])
        .where((is) => is.and(ofOrder))
        .where('ended_at', 'is', null)
        .orderBy('number'),
    ),
    clientDaysOff(transaction, client),
  ])
  if (!held || !orderRow) throw new AppError('not_found', noDataAvailable(orderNumber))
  refuseSettled(orderNumber, held.status)
  const row = rows.find(({ number }) => number === wanted.number)
  if (!row) throw new AppError('not_found', `Order ${orderNumber} no longer has consignment ${wanted.number}.`)
  const day = recalculateDespatchDay(held.service, held.despatchDay, dayOf(now), daysOff)
  if (day === undefined || (day !== held.despatchDay && rows.length > 1))
    throw new AppError(
      'unprocessable',
      `The despatch date of order ${orderNumber}, ${formatDayShort(held.despatchDay)}, has passed. Choose another first.`,
    )
  const order = { ...held, despatchDay: day }
  const { consignment, compiled } = await planAgain({ transaction, client, now, books }, order, { rows, row })
  return {
    orderNumber,
    version: orderRow.version,
    status: held.status,
    number: row.number,
    attempt: row.attempt,
    nextAttempt: held.attempt,
    of: rows.length,
    beside: rows.flatMap(({ number, carrier, parcels }) =>
      number === row.number || carrier === null ? [] : [{ carrier, parcels }],
    ),
    consignment,
    compiled,
    despatchDay: row.despatch_day,
    parcels: row.parcels,
    carrier: row.carrier,
    clientMethodID: row.client_method_id,
    cost: row.cost,
    byHand: row.by_hand?.ended === undefined ? row.by_hand : null,
  }
}

type CurrentRow = Row & { readonly carrier: string | null; readonly despatch_day: Day; readonly parcels: number }

/** Plans a consignment again. Throws an AppError (422) if the order has no plan or would now be split differently. */
async function planAgain(
  on: Pick<AllocationContext, 'transaction' | 'client' | 'now'> & { books: RuleBookCache },
  order: LockedOrder,
  { rows, row }: { rows: readonly CurrentRow[]; row: Row },
): Promise<Pick<CurrentConsignment, 'consignment' | 'compiled'>> {
  const { orderNumber } = order
  const { compiled, goodsOf, usage, ...rules } = await loadAllocationInputs(on, [order])
  const planned = planOrder(compiled, withDayRules(order, rules), goodsOf, subtractUsage(usage, rows))
  if ('why' in planned)
    throw new AppError(
      'unprocessable',
      `Order ${orderNumber} can’t be planned, so it can’t have a carrier. ${planned.why}.`,
    )
  const consignment = findSameGoods(planned.consignments, rows, row)
  if (!consignment)
    throw new AppError(
      'unprocessable',
      `Order ${orderNumber} would now be split differently. Re-allocate it, then choose.`,
    )
  return { consignment, compiled }
}

type Row = { readonly consignment: PlannedConsignment }

/** Finds the planned consignment with the goods of a current one. undefined if the split differs. */
function findSameGoods(
  planned: readonly PlannedConsignment[],
  standing: readonly Row[],
  wanted: Row,
): PlannedConsignment | undefined {
  if (planned.length !== standing.length) return undefined
  if (standing.length === 1) return planned[0]
  const nameOf = ({ skus, heldTo }: PlannedConsignment) => `${skus.toSorted().join('\n')}\n\n${holdKey(heldTo)}`
  const skusOf = ({ skus }: PlannedConsignment) => skus.toSorted().join('\n')
  // Two consignments may have the same SKUs: prefer the partner that is held to the same carrier.
  const left = new Set(planned)
  const partners = new Map<Row, PlannedConsignment>()
  for (const keyOf of [nameOf, skusOf])
    for (const row of standing) {
      const partner = partners.has(row) ? undefined : [...left].find((one) => keyOf(one) === keyOf(row.consignment))
      if (!partner) continue
      left.delete(partner)
      partners.set(row, partner)
    }
  return left.size === 0 ? partners.get(wanted) : undefined
}

function refuseSettled(orderNumber: string, status: OrderStatus): void {
  const stays = whyCarrierStays(status)
  if (stays) throw new AppError('unprocessable', `Order ${orderNumber} ${stays}.`)
}

/**
 * Loads the usage of the consignment's possible day without its own parcels. The order's other consignments count on
 * all later days too, because an order has one day.
 */
export async function loadOtherUsage(
  on: Pick<AllocationContext, 'transaction' | 'client'>,
  { consignment, carrier, despatchDay, parcels, beside }: CurrentConsignment,
): Promise<Usage> {
  const usage = addTakesToLaterDays(await loadUsage(on, [consignment.despatchDay]), consignment.despatchDay, beside)
  return subtractUsage(usage, [{ carrier, despatch_day: despatchDay, parcels }])
}

/** Subtracts an order's own parcels from the usage. */
export function subtractUsage(
  usage: Usage,
  standing: readonly { readonly carrier: string | null; readonly despatch_day: Day; readonly parcels: number }[],
): Usage {
  const others = new Map(usage)
  for (const { carrier, despatch_day, parcels } of standing) {
    if (carrier === null) continue
    const key = usageKey(carrier, despatch_day)
    others.set(key, Math.max((others.get(key) ?? 0) - parcels, 0))
  }
  return others
}

/**
 * Ends one consignment of an order and decides on it again, with or without a choice by hand; the order's other
 * consignments do not change. The caller has locked the order. It locks capacity first; call it last before the commit.
 */
export async function decideAgain(
  on: AllocationContext,
  standing: CurrentConsignment,
  choice: StoredChoice | null,
): Promise<DecidedConsignment> {
  const { transaction, client, now } = on
  const { orderNumber, number, nextAttempt: attempt, consignment, compiled, carrier, despatchDay } = standing
  await lockCapacity(transaction, client, {
    carriers: [...compiled.carriers.map(({ code }) => code), ...(carrier === null ? [] : [carrier])],
    days: [consignment.despatchDay, despatchDay],
  })
  await releaseCapacity(transaction, {
    client,
    orderNumbers: [orderNumber],
    at: now,
    isAllocatedAgain: true,
    onlyNumber: number,
  })
  const usage = addTakesToLaterDays(
    await loadUsage(on, [consignment.despatchDay]),
    consignment.despatchDay,
    standing.beside,
  )
  const decided = decideConsignment(
    compiled,
    { orderNumber, attempt },
    { number, consignment, choice: choice ?? undefined },
    usage,
  )
  const takes = decided.chosen ? [capacityTakeOf(compiled, decided.chosen.method, consignment)] : []
  if (!(await saveDecisions(on, [decided], takes))) throw new Error('Capacity was refused that nobody else could take')
  return decided
}
