import { enquiries } from '@despatch/contract/enquiries/enquiries'
import { LOOKUP_WAIT_MS, orderTabId, orderTabTitles } from '@despatch/domain/enquiries/order/order-tabs'
import { call } from '../kit/server/call.ts'
import { tabs } from '../kit/tabs/window-tabs.ts'
import { deliveryEventsAddress, orderAddress, returnsEventsAddress } from '../kit/navigation/addresses.ts'

type Lookup = {
  readonly address: (search: { readonly orderNumber: string }) => string
  readonly tabId: (orderNumber: string) => string
  readonly title: (orderNumber: string) => string
  /** Reads the detail rows of a reference. */
  readonly details: (
    customerReference: string,
    signal: AbortSignal,
  ) => Promise<{ readonly details: readonly { readonly orderNumber: string }[] }>
}

/** Lookups of an order number. The first one's tab is shown; the others' tabs are only added. */
const LOOKUPS: readonly Lookup[] = [
  {
    address: orderAddress,
    tabId: (orderNumber) => `order-${orderTabId(orderNumber)}`,
    title: orderTabTitles.order,
    details: (customerReference, signal) => call(enquiries.order, { query: { customerReference } }, { signal }),
  },
  {
    address: deliveryEventsAddress,
    tabId: (orderNumber) => `delivery-events-${orderTabId(orderNumber)}`,
    title: orderTabTitles.deliveryEvents,
    details: (customerReference, signal) =>
      call(enquiries.deliveryEvents, { query: { customerReference } }, { signal }),
  },
  {
    address: returnsEventsAddress,
    tabId: (orderNumber) => `returns-events-${orderTabId(orderNumber)}`,
    title: orderTabTitles.returnsEvents,
    details: (customerReference, signal) => call(enquiries.returnEvents, { query: { customerReference } }, { signal }),
  },
]

const wait = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    signal.throwIfAborted()
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

/**
 * Specification 2: after 500 ms, looks up an order number and adds a tab for each lookup with detail rows. Returns the
 * address of the order's own tab, 'others' if only other tabs were added, or 'nothing'. Throws like the calls.
 */
export async function lookUpOrder(
  reference: string,
  signal: AbortSignal,
): Promise<{ open: string } | 'others' | 'nothing'> {
  await wait(LOOKUP_WAIT_MS, signal)
  const answers = await Promise.all(LOOKUPS.map(({ details }) => details(reference, signal)))
  const found = LOOKUPS.flatMap((lookup, index) => {
    const [first] = answers[index]?.details ?? []
    // In stored spelling: the user may have typed lower case.
    return first ? [{ ...lookup, orderNumber: first.orderNumber }] : []
  })
  const link = ({ address, orderNumber }: (typeof found)[number]) => address({ orderNumber })
  for (const lookup of found) {
    const { orderNumber } = lookup
    tabs.open({ id: lookup.tabId(orderNumber), title: lookup.title(orderNumber), link: link(lookup) }, false)
  }
  const order = found.find(({ address }) => address === orderAddress)
  if (order) return { open: link(order) }
  return found.length > 0 ? 'others' : 'nothing'
}
