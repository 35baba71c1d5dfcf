import { screenAddress } from '../../kit/navigation/screen-address.ts'
import type { RecordTabs } from '../../kit/navigation/record-tabs.ts'

/** Carrier Capacity Set Up; with `carrier` the capacities of one carrier. */
export const CAPACITY = '/carrier-routing-control/carrier-capacity-setup'

export const capacityAddress = (carrier: string) => screenAddress<{ readonly carrier: string }>(CAPACITY)({ carrier })

export const capacityTab: RecordTabs = {
  param: 'carrier',
  tabId: (code) => `capacity-${code}`,
  title: (code) => `Capacity ${code}`,
}
