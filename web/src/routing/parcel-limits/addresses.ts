import { screenAddress } from '../../kit/navigation/screen-address.ts'
import type { RecordTabs } from '../../kit/navigation/record-tabs.ts'

/** Carrier: Parcel Limits; with `carrier` and `service` the methods of a service, with `method` one method. */
export const PARCEL_LIMITS = '/carrier-routing-control/carrier-parcel-limits'
type OfService = { readonly carrier: string; readonly service: string }
export const limitsAddress = (method: string) => screenAddress<{ readonly method: string }>(PARCEL_LIMITS)({ method })
export const serviceLimitsAddress = screenAddress<OfService>(PARCEL_LIMITS)

export const limitsTab: RecordTabs = {
  param: 'method',
  tabId: (id) => `parcel-limits-${id}`,
  title: (id) => `Limits ${id}`,
}
