import type { Manifest } from '../kit/navigation/manifest.ts'
import { clientsManifest } from '../administration/clients/manifest.ts'
import { menuOptionsManifest } from '../administration/client-menu-options/manifest.ts'
import { rolesManifest } from '../administration/roles/manifest.ts'
import { usersManifest } from '../administration/users/manifest.ts'
import { activateManifest } from '../administration/users/activate/manifest.ts'
import { multipleUsersManifest } from '../administration/multiple-users/manifest.ts'
import { userLoginStatusManifest } from '../administration/user-login-status/manifest.ts'
import { apiKeysManifest } from '../administration/api-keys/manifest.ts'
import { jobsManifest } from '../administration/jobs/manifest.ts'
import { activityManifest } from '../administration/user-activity/manifest.ts'
import { pricesManifest } from '../routing/prices/manifest.ts'
import { activeDatesManifest } from '../routing/active-dates/manifest.ts'
import { parcelLimitsManifest } from '../routing/parcel-limits/manifest.ts'
import { cutOffsManifest } from '../routing/cut-offs/manifest.ts'
import { capacityManifest } from '../routing/capacity/manifest.ts'
import { fixedRoutingManifest } from '../routing/fixed-routing/manifest.ts'
import { multiBoxManifest } from '../routing/multi-box-products/manifest.ts'
import { returnsManifest } from '../returns/manifest.ts'
import { returnsPortalManifest } from '../returns/portal/manifest.ts'
import { returnFiguresManifest } from '../returns/dashboard-and-trend/manifest.ts'
import { invoicesManifest } from '../invoices/manifest.ts'
import { claimsManifest } from '../claims/manifest.ts'
import { carrierStopsManifest } from '../orders/carrier-stops/manifest.ts'
import { planTheDayManifest } from '../orders/plan-the-day/manifest.ts'
import { ordersManifest } from '../orders/manifest.ts'
import { reportsManifest } from '../reports/manifest.ts'
import { stockManifest } from '../stock/manifest.ts'
import { feedsManifest } from '../feeds/manifest.ts'
import { eventCodesManifest } from '../feeds/carrier-event-codes/manifest.ts'
import { webhooksManifest } from '../feeds/webhooks/manifest.ts'
import { exceptionsManifest } from '../deliveries/exceptions/manifest.ts'
import { enquiriesManifest } from '../enquiries/manifest.ts'
import { personalDataManifest } from '../enquiries/personal-data/manifest.ts'
import { parcelsManifest } from '../deliveries/parcels/manifest.ts'
import { exceptionsAndHistoryManifest } from '../routing/exceptions-and-history/manifest.ts'

/** The manifests of all rooms with screens. The palette lists its results in this order: orders before users. */
export const MANIFESTS: readonly Manifest[] = [
  enquiriesManifest,
  personalDataManifest,
  clientsManifest,
  menuOptionsManifest,
  rolesManifest,
  usersManifest,
  activateManifest,
  userLoginStatusManifest,
  multipleUsersManifest,
  apiKeysManifest,
  activityManifest,
  jobsManifest,
  pricesManifest,
  activeDatesManifest,
  parcelLimitsManifest,
  capacityManifest,
  fixedRoutingManifest,
  multiBoxManifest,
  returnsManifest,
  returnFiguresManifest,
  returnsPortalManifest,
  invoicesManifest,
  claimsManifest,
  ordersManifest,
  carrierStopsManifest,
  cutOffsManifest,
  planTheDayManifest,
  reportsManifest,
  stockManifest,
  feedsManifest,
  eventCodesManifest,
  webhooksManifest,
  exceptionsManifest,
  parcelsManifest,
  exceptionsAndHistoryManifest,
]
