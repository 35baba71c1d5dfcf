import { useMemo } from 'react'
import { useStore } from '../kit/browser/store.ts'
import { askedOfOrder } from './asked-order.ts'
import { CommandDialog } from './suspend-release-cancel/command-dialog.tsx'
import { nameOf } from './suspend-release-cancel/work-order-queries.ts'

/** Asks before something is done to the order that the palette named, on whatever screen one is. */
export function AskedOrderDialog() {
  const order = useStore(askedOfOrder, (now) => now)
  const asked = useMemo(() => order && { action: order.action, selection: { orders: [nameOf(order)] } }, [order])
  const close = () => askedOfOrder.set(undefined)
  return <CommandDialog asked={asked} client={order?.clientCode} onClose={close} onGiven={close} />
}
