import { screenAddress } from '../../kit/navigation/screen-address.ts'

/** Carrier Prices; with `method` one method, with `edit` its form. */
export const PRICES = '/carrier-routing-control/carrier-prices'

const address = screenAddress<{ readonly method: string; readonly edit?: 'prices' | 'method' }>(PRICES)
export const methodAddress = (id: string) => address({ method: id })
export const editAddress = (id: string, edit: 'prices' | 'method') => address({ method: id, edit })

/** The id of a method's tab. */
export const methodTabId = (id: string) => `prices-${id}`
