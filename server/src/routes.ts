import { apiKeysRoutes } from './administration/api-keys/routes.ts'
import { deliveryExceptionsRoutes } from './deliveries/exceptions/routes.ts'
import { parcelsRoutes } from './deliveries/parcels/routes.ts'
import { webhooksRoutes } from './feeds/webhooks/routes.ts'
import { claimsRoutes } from './claims/routes.ts'
import { carrierRoutes } from './routing/active-dates/routes.ts'
import { allClientsRoutes } from './routing/all-clients/routes.ts'
import { capacityRoutes } from './routing/capacity/routes.ts'
import { parcelLimitRoutes } from './routing/parcel-limits/routes.ts'
import { priceRoutes } from './routing/prices/routes.ts'
import { fixedRoutingRoutes } from './routing/fixed-routing/routes.ts'
import { invoiceRoutes } from './invoices/routes.ts'
import { multiBoxRoutes } from './routing/multi-box-products/routes.ts'
import { skuDataRoutes } from './routing/sku-data/routes.ts'
import { allocationRoutes } from './routing/allocation/routes.ts'
import { activityRoutes } from './administration/user-activity/routes.ts'
import { jobRoutes } from './administration/jobs/routes.ts'
import { clientRoutes } from './administration/clients/routes.ts'
import { enquiryRoutes } from './enquiries/routes.ts'
import { personalDataRoutes } from './enquiries/personal-data/routes.ts'
import { exportRoutes } from './exports/routes.ts'
import { homeRoutes } from './figures/routes.ts'
import { reportFileRoutes } from './reports/report-files/routes.ts'
import { announcedReturnRoutes } from './returns/portal/routes.ts'
import { returnFigureRoutes } from './returns/dashboard-and-trend/routes.ts'
import { feedRoutes } from './feeds/routes.ts'
import { cutOffRoutes } from './routing/cut-offs/routes.ts'
import { carrierStopRoutes } from './orders/carrier-stops/routes.ts'
import { planTheDayRoutes } from './orders/plan-the-day/routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { subscriptionRoutes } from './reports/subscriptions/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { returnLabelsRoutes, returnsRoutes } from './returns/routes.ts'
import { shoppersPageRoutes } from './returns/shoppers-page/routes.ts'
import { roleRoutes } from './administration/roles/routes.ts'
import { sessionRoutes } from './sign-in/routes.ts'
import { stockRoutes } from './stock/routes.ts'
import { userRoutes } from './administration/users/routes.ts'
import type { Bound } from './http/bind.ts'

/** Every call of the server. */
export const allRoutes: Bound[] = [
  ...sessionRoutes,
  ...userRoutes,
  ...roleRoutes,
  ...clientRoutes,
  ...activityRoutes,
  ...jobRoutes,
  ...carrierRoutes,
  ...capacityRoutes,
  ...parcelLimitRoutes,
  ...priceRoutes,
  ...fixedRoutingRoutes,
  ...multiBoxRoutes,
  ...skuDataRoutes,
  ...allClientsRoutes,
  ...allocationRoutes,
  ...orderRoutes,
  ...carrierStopRoutes,
  ...cutOffRoutes,
  ...planTheDayRoutes,
  ...enquiryRoutes,
  ...personalDataRoutes,
  ...parcelsRoutes,
  ...deliveryExceptionsRoutes,
  ...stockRoutes,
  ...returnsRoutes,
  ...returnLabelsRoutes,
  ...shoppersPageRoutes,
  ...invoiceRoutes,
  ...announcedReturnRoutes,
  ...claimsRoutes,
  ...returnFigureRoutes,
  ...reportFileRoutes,
  ...reportRoutes,
  ...subscriptionRoutes,
  ...exportRoutes,
  ...homeRoutes,
  ...feedRoutes,
  ...apiKeysRoutes,
  ...webhooksRoutes,
]
