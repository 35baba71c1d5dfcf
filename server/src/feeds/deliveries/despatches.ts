import { type DespatchRow, despatchRowCheck } from '@despatch/domain/feeds/rows/check-despatch-row'
import type pg from 'pg'
import { OTHER_CARRIER } from './carriers-of.ts'
import { Transaction } from '../../database/transaction.ts'
import { holdReturnsOf } from '../../orders/commands/replacements.ts'
import { decideDespatches } from './decide-despatches.ts'
import { knownOf } from './despatch-queries.ts'
import { rowsInKeptNames } from '../orders/in-kept-names.ts'
import { withoutRewritten } from '../rows/rewritten-skus.ts'
import type { RowFeed, RowFeedContext, RowsWritten } from '../rows/run-row-feed.ts'
import { deliverOrders } from '../../deliveries/parcels/deliver-orders.ts'
import { lockDeliveries, applyDeliveryStates } from '../../deliveries/parcels/settle-parcels.ts'
import {
  fillParcels,
  holdExchangesSent,
  insertContents,
  insertParcels,
  moveOrders,
  noteContents,
  settleUntold,
} from './write-despatches.ts'

/**
 * The feed of what the warehouse does: orders that are picked and packed, and the parcels that leave, with what is in them.
 * domain.md: 'The warehouse and the carriers fill the portal'; the same row again changes nothing.
 */
export const despatches: RowFeed<DespatchRow> = { feed: 'despatches', check: despatchRowCheck, write: writeDespatches }

async function writeDespatches(
  connection: pg.PoolClient,
  told: readonly DespatchRow[],
  context: RowFeedContext,
): Promise<RowsWritten> {
  await lockDeliveries(connection, context.client)
  const { rows: named, ...kept } = await rowsInKeptNames(connection, context.client, told)
  const { rows, refused } = await withoutRewritten(connection, context, { rows: named, ...kept })
  await holdReturnsOf(
    new Transaction(connection),
    context.client,
    rows.map(({ orderNumber }) => orderNumber),
  )
  const known = await knownOf(connection, context, rows)
  const { parcels, contents, filled, moves, ...written } = await decideDespatches(rows, known, context)
  // An order keeps the day on which its first parcel left, and what was not sent of it is known by what is in its parcels.
  await insertParcels(connection, context, parcels, known.orders)
  await insertContents(connection, context, contents)
  await noteContents(connection, context, { parcels, contents })
  await moveOrders(connection, context, moves)
  const orderOf = new Map([...known.parcels.values(), ...parcels].map((one) => [one.trackingNumber, one.orderNumber]))
  await holdExchangesSent(connection, context, [
    ...moves.map(({ orderNumber }) => orderNumber),
    ...parcels.map(({ orderNumber }) => orderNumber),
    ...contents.flatMap(({ trackingNumber }) => orderOf.get(trackingNumber) ?? []),
  ])
  await settleUntold(connection, context, { parcels, contents }, known.orders)
  await fillParcels(connection, context, filled)
  // Events may have come before: carriers are quicker than the warehouse's file.
  const settled = await applyDeliveryStates(
    connection,
    context,
    parcels.map(({ trackingNumber }) => trackingNumber),
  )
  if (settled.eventsOfOtherCarrier > 0) written.noted.set(OTHER_CARRIER, settled.eventsOfOtherCarrier)
  // What is in a parcel that has arrived may be told only now, and be the rest of its order.
  const arrived = contents.flatMap(({ trackingNumber }) => known.parcels.get(trackingNumber)?.orderNumber ?? [])
  const ordersDelivered = settled.ordersDelivered + (await deliverOrders(connection, context, [...new Set(arrived)]))
  if (ordersDelivered > 0) written.noted.set('Orders delivered', ordersDelivered)
  return { ...written, refused: [...refused, ...written.refused] }
}
