import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useStore } from '../../kit/browser/store.ts'
import { PeekDrawer } from '../../kit/list/peek-drawer.tsx'
import { OrderLink } from '../../kit/navigation/order-link.tsx'
import { OrderCarrier } from './order-carrier.tsx'
import { whyOrder } from './why-store.ts'

const close = () => whyOrder.set(undefined)

/** Shows an order's carriers with open reasons over the current screen. */
export function WhyDrawer() {
  const order = useStore(whyOrder)
  const { pathname } = useLocation()
  const was = useRef(pathname)
  // Close it when the user goes to another screen.
  useEffect(() => {
    if (was.current !== pathname) close()
    was.current = pathname
  }, [pathname])
  return (
    <PeekDrawer of={order} size="xl" title={({ orderNumber }) => `Carrier of ${orderNumber}`} onClose={close}>
      {(of) => (
        <>
          <OrderCarrier key={`${of.clientCode} ${of.orderNumber}`} order={of} isOpenInitially />
          <OrderLink order={of}>Open the order</OrderLink>
        </>
      )}
    </PeekDrawer>
  )
}
