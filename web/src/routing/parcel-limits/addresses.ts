import { stringifySearch } from '../../kit/browser/search-text.ts'
import type { RecordTabs } from '../../kit/navigation/record-tabs.ts'

/** The address of Carrier: Parcel Limits; with `carrier` and `service` the methods of a service, with `method` one. */
export const PARCEL_LIMITS = '/carrier-routing-control/carrier-parcel-limits'
export const limitsAddress = (method: string) => PARCEL_LIMITS + stringifySearch({ method })

export const limitsTab: RecordTabs = {
  param: 'method',
  tabId: (id) => `parcel-limits-${id}`,
  title: (id) => `Limits ${id}`,
}
