import type { parcelLimits as routes } from '@despatch/contract/routing/parcel-limits/parcel-limits'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { USUAL_PACKING } from '@despatch/domain/routing/rule-book/book-items'
import { cubicMetresOf, kilogramsOf } from '@despatch/domain/routing/allocation/units'
import { itemInForce } from '../rule-book/book-items.ts'
import type { Context } from '../../http/context.ts'

/** Reads the maximum weight and volume of a packed parcel, or the defaults if the client has set none. */
export async function readPacking({ transaction, client }: Context): Promise<RouteAnswer<typeof routes.packing>> {
  const item = await itemInForce(transaction, client, 'packing', '')
  const { weight, volume } = item?.content ?? USUAL_PACKING
  return { packing: { weight: kilogramsOf(weight), volume: cubicMetresOf(volume) }, version: item?.version ?? 0 }
}
