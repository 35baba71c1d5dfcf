import { activity } from './administration/user-activity/activity.ts'
import { apiKeys } from './administration/api-keys/api-keys.ts'
import { allocation } from './routing/allocation/allocation.ts'
import { allClients } from './routing/all-clients/all-clients.ts'
import { capacity } from './routing/capacity/capacity.ts'
import { carriers } from './routing/active-dates/carriers.ts'
import { claims } from './claims/claims.ts'
import { clients } from './administration/clients/clients.ts'
import { deliveryExceptions } from './deliveries/exceptions/delivery-exceptions.ts'
import { enquiries } from './enquiries/enquiries.ts'
import { personalData } from './enquiries/personal-data/personal-data.ts'
import { exportsRoom } from './route/exports.ts'
import { home } from './route/home.ts'
import { reportFiles } from './reports/report-files.ts'
import { announcedReturns } from './returns/portal/announced-returns.ts'
import { returnFigures } from './returns/dashboard-and-trend/return-figures.ts'
import { feeds } from './feeds/feeds.ts'
import { fixedRouting } from './routing/fixed-routing/fixed-routing.ts'
import { invoices } from './invoices/invoices.ts'
import { jobs } from './administration/jobs/jobs.ts'
import { multiBox } from './routing/multi-box-products/multi-box.ts'
import { skuDataRoutes } from './routing/sku-data/sku-data.ts'
import { orders } from './orders/orders.ts'
import { cutOffs } from './routing/cut-offs/cut-offs.ts'
import { carrierStops } from './orders/carrier-stops/carrier-stops.ts'
import { planTheDay } from './orders/plan-the-day/plan-the-day.ts'
import { parcels } from './deliveries/parcels/parcels.ts'
import { parcelLimits } from './routing/parcel-limits/parcel-limits.ts'
import { prices } from './routing/prices/prices.ts'
import { carrierTargets } from './reports/carrier-targets.ts'
import { reports } from './reports/reports.ts'
import { subscriptions } from './reports/subscriptions.ts'
import { returns } from './returns/rules/returns.ts'
import { returnLabels } from './returns/rules/return-labels.ts'
import { shoppersPage } from './returns/shoppers-page.ts'
import { roles } from './administration/roles/roles.ts'
import { session } from './sign-in/session.ts'
import { stock } from './stock/stock.ts'
import { users } from './administration/users/users.ts'
import { webhooks } from './feeds/webhooks/webhooks.ts'

/** Every call, room by room. The server registers its routes from it, and the browser calls them through it. */
export const contract = {
  session,
  users,
  roles,
  clients,
  activity,
  jobs,
  carriers,
  capacity,
  'parcel-limits': parcelLimits,
  prices,
  'fixed-routing': fixedRouting,
  'multi-box': multiBox,
  'sku-data': skuDataRoutes,
  'all-clients': allClients,
  allocation,
  orders,
  'carrier-stops': carrierStops,
  'cut-offs': cutOffs,
  'plan-the-day': planTheDay,
  enquiries,
  'personal-data': personalData,
  parcels,
  'delivery-exceptions': deliveryExceptions,
  stock,
  returns,
  'return-labels': returnLabels,
  'shoppers-page': shoppersPage,
  invoices,
  'announced-returns': announcedReturns,
  claims,
  'return-figures': returnFigures,
  'report-files': reportFiles,
  reports,
  'carrier-targets': carrierTargets,
  'report-subscriptions': subscriptions,
  exports: exportsRoom,
  home,
  feeds,
  'api-keys': apiKeys,
  webhooks,
}
