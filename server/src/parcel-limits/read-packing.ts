import type { parcelLimits as routes } from '@despatch/contract/parcel-limits/parcel-limits'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { USUAL_PACKING } from '@despatch/domain/allocation/book-items'
import { cubicMetresOf, kilogramsOf } from '@despatch/domain/allocation/units'
import { itemInForce } from '../allocation/book-items.ts'
import type { Context } from '../app/context.ts'

/** What a parcel that is packed from several units may hold; the usual where the client has not said. */
export async function readPacking({ transaction, client }: Context): Promise<RouteAnswer<typeof routes.packing>> {
  const kept = await itemInForce(transaction, client, 'packing', '')
  const { weight, volume } = kept?.content ?? USUAL_PACKING
  return { packing: { weight: kilogramsOf(weight), volume: cubicMetresOf(volume) }, version: kept?.version ?? 0 }
}
