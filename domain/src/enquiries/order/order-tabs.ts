/** Specification 2: 'In tab ids, '/' in an order number is replaced by '--' and a space by '++'.' */
export function orderTabId(orderNumber: string): string {
  return orderNumber.replaceAll('/', '--').replaceAll(' ', '++')
}

/** Specification 2: titles of the tabs that an order enquiry opens. */
export const orderTabTitles = {
  order: (orderNumber: string) => `Order ${orderNumber}`,
  deliveryEvents: (orderNumber: string) => `Delivery Events ${orderNumber}`,
  returnsEvents: (orderNumber: string) => `Returns Events ${orderNumber}`,
  history: () => 'Summary Order History',
}

/** Specification 2: 'A wait of 500 ms precedes the lookups.' */
export const LOOKUP_WAIT_MS = 500
