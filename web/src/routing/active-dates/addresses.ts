import { screenAddress } from '../../kit/navigation/screen-address.ts'
import type { RecordTabs } from '../../kit/navigation/record-tabs.ts'

/** Carrier: Active Dates; with `carrier` the dates of one carrier. */
export const ACTIVE_DATES = '/carrier-routing-control/carrier-active-dates'

export const activeDatesAddress = (carrier: string) =>
  screenAddress<{ readonly carrier: string }>(ACTIVE_DATES)({ carrier })

export const activeDatesTab: RecordTabs = {
  param: 'carrier',
  tabId: (code) => `active-dates-${code}`,
  title: (code) => `Active dates ${code}`,
}
