import { stringifySearch } from '../../kit/browser/search-text.ts'

/** The address of Carrier Prices; with `method` one method, with `edit` what of it is amended. */
export const PRICES = '/carrier-routing-control/carrier-prices'

export const methodAddress = (id: string) => PRICES + stringifySearch({ method: id })
export const editAddress = (id: string, edit: 'prices' | 'method') => PRICES + stringifySearch({ method: id, edit })

/** The tab of a method's record. */
export const methodTabId = (id: string) => `prices-${id}`
