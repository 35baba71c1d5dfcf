import { carrierStops } from '@despatch/contract/orders/carrier-stops/carrier-stops'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { formatCount } from '@despatch/domain/money/money'
import { carrierStopsAddress } from '../../kit/navigation/addresses.ts'
import { notify } from '../../kit/notify/notify.ts'
import { call } from '../../kit/server/call.ts'
import { hasRight } from '../../kit/session/rights.ts'
import { type Session, session } from '../../kit/session/session-store.ts'

/** Whether the user may move the orders of a carrier that is off. */
export const mayMoveOrders = (now: Session): boolean =>
  now.user?.role.iforce_user === true && hasRight(now, 'carrierRoutingControl.carrierCapacitySetUp', 'Edit')

/**
 * Tells staff how many orders still have carriers that were just switched off, and offers to move them. Home names them
 * too, until they are moved. Other users see nothing: their operator does. Throws what the call throws.
 */
export async function offerMove(carriers: readonly string[], goTo: (address: string) => unknown): Promise<void> {
  if (!mayMoveOrders(session.store.get())) return
  const { off } = await call(carrierStops.list, {}, { client: ALL_CLIENTS })
  for (const { carrier, carrierName, orders: count } of off.filter((one) => carriers.includes(one.carrier))) {
    const orders = `${formatCount(count)} ${count === 1 ? 'order still has' : 'orders still have'}`
    notify.info(`${orders} ${carrierName}, which is off.`, {
      seconds: null,
      act: { label: 'Move…', run: () => goTo(carrierStopsAddress({ move: carrier })) },
    })
  }
}
