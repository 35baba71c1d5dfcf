import { enquiries } from '@despatch/contract/enquiries/enquiries'
import { LOOKUP_WAIT_MS, orderTabId, orderTabTitles } from '@despatch/domain/enquiries/order-tabs'
import { call } from '../app/api/call.ts'
import { stringifySearch } from '../app/search-text.ts'
import { tabs } from '../app/tabs/window-tabs.ts'
import { ENQUIRY_SCREENS } from './addresses.ts'

type Lookup = {
  readonly path: string
  readonly tabId: (orderNumber: string) => string
  readonly title: (orderNumber: string) => string
  /** How many detail rows the server has for a reference. */
  readonly rows: (customerReference: string, signal: AbortSignal) => Promise<number>
}

/** What is asked for an order number. The first one's tab is opened and gone to; those of the others are only added. */
const LOOKUPS: readonly Lookup[] = [
  {
    path: ENQUIRY_SCREENS.order,
    tabId: (orderNumber) => `order-${orderTabId(orderNumber)}`,
    title: orderTabTitles.order,
    rows: (customerReference, signal) =>
      call(enquiries.order, { query: { customerReference } }, { signal }).then(({ details }) => details.length),
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
 * Specification 2: after a wait of 500 ms looks an order number up, and adds a tab for each lookup that has detail rows.
 * Gives the address of the order's own tab to go to, 'others' when only other tabs were added, 'nothing' when none was.
 * Throws what the calls throw.
 */
export async function lookUpOrder(
  orderNumber: string,
  signal: AbortSignal,
): Promise<{ open: string } | 'others' | 'nothing'> {
  await wait(LOOKUP_WAIT_MS, signal)
  const counts = await Promise.all(LOOKUPS.map(({ rows }) => rows(orderNumber, signal)))
  const found = LOOKUPS.filter((_, index) => (counts[index] ?? 0) > 0)
  const link = ({ path }: Lookup) => path + stringifySearch({ orderNumber })
  for (const lookup of found)
    tabs.open({ id: lookup.tabId(orderNumber), title: lookup.title(orderNumber), link: link(lookup) }, false)
  const order = found.find(({ path }) => path === ENQUIRY_SCREENS.order)
  if (order) return { open: link(order) }
  return found.length > 0 ? 'others' : 'nothing'
}
