import { type DespatchRow, despatchRowCheck } from '@despatch/domain/feeds/rows/check-despatch-row'
import type pg from 'pg'
import { OTHER_CARRIER } from './load-carrier-reader.ts'
import { Transaction } from '../../database/transaction.ts'
import { holdReturnsOf } from '../../orders/commands/replacements.ts'
import { decideDespatches } from './decide-despatches.ts'
import { loadKnownDespatches } from './despatch-queries.ts'
import { normaliseRowNames } from '../orders/normalise-names.ts'
import { refuseRewrittenRows } from '../rows/refuse-rewritten-rows.ts'
import type { RowFeed, RowFeedContext, RowsWritten } from '../rows/run-row-feed.ts'
import { deliverOrders } from '../../deliveries/parcels/deliver-orders.ts'
import { lockDeliveries, applyDeliveryStates } from '../../deliveries/parcels/apply-delivery-states.ts'
import {
  updateParcelGaps,
  holdDespatchedExchanges,
  insertContents,
  insertParcels,
  moveOrders,
  markContentsForBilling,
  settleStockWithoutContents,
} from './write-despatches.ts'

/**
 * The feed of the warehouse: orders being picked and packed, and parcels with their contents. The same row again
 * changes nothing. Source: domain.md, 'The warehouse and the carriers fill the portal'.
 */
export const despatches: RowFeed<DespatchRow> = { feed: 'despatches', check: despatchRowCheck, write: writeDespatches }

async function writeDespatches(
  connection: pg.PoolClient,
  input: readonly DespatchRow[],
  context: RowFeedContext,
): Promise<RowsWritten> {
  await lockDeliveries(connection, context.client)
  const { rows: named, ...knownNames } = await normaliseRowNames(connection, context.client, input)
  const { rows, refused } = await refuseRewrittenRows(connection, context, { rows: named, ...knownNames })
  await holdReturnsOf(
    new Transaction(connection),
    context.client,
    rows.map(({ orderNumber }) => orderNumber),
  )
  const known = await loadKnownDespatches(connection, context, rows)
  const { parcels, contents, filled, moves, ...written } = await decideDespatches(rows, known, context)
  // Insert parcels first: moving an order reads the day of its first parcel and what its parcels contain.
  await insertParcels(connection, context, parcels, known.orders)
  await insertContents(connection, context, contents)
  await markContentsForBilling(connection, context, { parcels, contents })
  await moveOrders(connection, context, moves)
  const orderOf = new Map([...known.parcels.values(), ...parcels].map((one) => [one.trackingNumber, one.orderNumber]))
  await holdDespatchedExchanges(connection, context, [
    ...moves.map(({ orderNumber }) => orderNumber),
    ...parcels.map(({ orderNumber }) => orderNumber),
    ...contents.flatMap(({ trackingNumber }) => orderOf.get(trackingNumber) ?? []),
  ])
  await settleStockWithoutContents(connection, context, { parcels, contents }, known.orders)
  await updateParcelGaps(connection, context, filled)
  // Apply events that arrived before the parcel: carriers are quicker than the warehouse's file.
  const settled = await applyDeliveryStates(
    connection,
    context,
    parcels.map(({ trackingNumber }) => trackingNumber),
  )
  if (settled.eventsOfOtherCarrier > 0) written.noted.set(OTHER_CARRIER, settled.eventsOfOtherCarrier)
  // Contents may be reported after a parcel was delivered, and complete its order.
  const arrived = contents.flatMap(({ trackingNumber }) => known.parcels.get(trackingNumber)?.orderNumber ?? [])
  const ordersDelivered = settled.ordersDelivered + (await deliverOrders(connection, context, [...new Set(arrived)]))
  if (ordersDelivered > 0) written.noted.set('Orders delivered', ordersDelivered)
  return { ...written, refused: [...refused, ...written.refused] }
}
