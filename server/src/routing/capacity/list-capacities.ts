import type { capacity as routes } from '@despatch/contract/routing/capacity/capacity'
import type { RouteAnswer } from '@despatch/contract/route/types'
import type { Context } from '../../http/context.ts'
import { capacitiesOf } from './queries.ts'

/** Lists the capacities of the clients' carriers, with the parcels allocated for the next seven days. */
export async function listCapacities(context: Context): Promise<RouteAnswer<typeof routes.list>> {
  return { carriers: await capacitiesOf(context) }
}
