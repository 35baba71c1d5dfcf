import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useStore } from '../../kit/browser/store.ts'
import { PeekDrawer } from '../../kit/list/peek-drawer.tsx'
import { OrderLink } from '../../kit/navigation/order-link.tsx'
import { OrderCarrier } from './order-carrier.tsx'
import { whyOf } from './why-store.ts'

const close = () => whyOf.set(undefined)

/** Why an order goes with its carrier, over the screen that one is on: what its own screen says of it, with the reasons open. */
export function WhyDrawer() {
  const order = useStore(whyOf)
  const { pathname } = useLocation()
  const was = useRef(pathname)
  // On another screen nobody asks about this order any more.
  useEffect(() => {
    if (was.current !== pathname) close()
    was.current = pathname
  }, [pathname])
  return (
    <PeekDrawer of={order} size="xl" title={({ orderNumber }) => `Carrier of ${orderNumber}`} onClose={close}>
      {(of) => (
        <>
          <OrderCarrier key={`${of.clientCode} ${of.orderNumber}`} order={of} isAsked />
          <OrderLink order={of}>Open the order</OrderLink>
        </>
      )}
    </PeekDrawer>
  )
}
