import type { Order } from '@despatch/contract/orders/order'
import { useMemo } from 'react'
import { useStore } from '../kit/browser/store.ts'
import { queryClient } from '../kit/server/query-client.ts'
import { askedOfOrder } from './asked-order.ts'
import { CommandDialog } from './commands/command-dialog.tsx'
import { wholeOrders } from './order-parts/order-queries.ts'
import { nameOf, type OrderOf } from './commands/work-order-queries.ts'

/** Asks before something is done to the order that the palette named, on whatever screen one is. */
export function AskedOrderDialog() {
  const order = useStore(askedOfOrder, (now) => now)
  const asked = useMemo(
    () => order && { action: order.action, selection: { orders: [{ ...nameOf(order), ...lastShown(order) }] } },
    [order],
  )
  const close = () => askedOfOrder.set(undefined)
  return <CommandDialog asked={asked} client={order?.clientCode} onClose={close} onGiven={close} />
}

/** The version of an order that its record in this window shows, or showed last. */
function lastShown({ clientCode, orderNumber }: OrderOf): { readonly version?: number } {
  const { queryKey } = wholeOrders({ orderNumber, client: undefined })
  const records = queryClient.getQueriesData<readonly Order[]>({ queryKey: queryKey.slice(0, -1) })
  const versions = records.flatMap(([, found]) => found?.find((one) => one.clientCode === clientCode)?.version ?? [])
  return versions.length > 0 ? { version: Math.max(...versions) } : {}
}
