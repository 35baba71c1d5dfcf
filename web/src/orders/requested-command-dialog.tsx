import type { Order } from '@despatch/contract/orders/order'
import { useMemo } from 'react'
import { useStore } from '../kit/browser/store.ts'
import { queryClient } from '../kit/server/query-client.ts'
import { requestedCommand } from './requested-command.ts'
import { CommandDialog } from './commands/command-dialog.tsx'
import { wholeOrders } from './order-parts/order-queries.ts'
import { orderKey, type OrderReference } from './commands/work-order-queries.ts'

/** Confirms a command that the palette started, on any screen. */
export function RequestedCommandDialog() {
  const order = useStore(requestedCommand, (now) => now)
  const request = useMemo(
    () =>
      order && { action: order.action, selection: { orders: [{ ...orderKey(order), ...lastShownVersion(order) }] } },
    [order],
  )
  const close = () => requestedCommand.set(undefined)
  return <CommandDialog request={request} client={order?.clientCode} onClose={close} onSent={close} />
}

/** The version that this window shows, or showed last. */
function lastShownVersion({ clientCode, orderNumber }: OrderReference): { readonly version?: number } {
  const { queryKey } = wholeOrders({ orderNumber, client: undefined })
  const records = queryClient.getQueriesData<readonly Order[]>({ queryKey: queryKey.slice(0, -1) })
  const versions = records.flatMap(([, found]) => found?.find((one) => one.clientCode === clientCode)?.version ?? [])
  return versions.length > 0 ? { version: Math.max(...versions) } : {}
}
